// Images and texts of one space: cosines and the authors' probabilities, worked out by hand.
import { Matrix, directScores } from '../../src/index.js'
import { describe, expect, it } from 'vitest'

const images = Matrix.dense(3, 2, Float32Array.of(3, 4, 0, 0, -5, 0))
const texts = Matrix.dense(2, 2, Float32Array.of(2, 0, 0, 10))

describe('directScores', () => {
  it('are cosines, whatever the lengths; what points nowhere is like nothing', () => {
    const { scores, probabilities } = directScores(images, texts)
    expect(Array.from(scores, score => Number(score.toFixed(12)))).toEqual([0.6, 0.8, 0, 0, -1, 0])
    expect(probabilities).toBeUndefined()
  })

  it('with a scale, become shares of the candidates as CLIP has them', () => {
    const { probabilities } = directScores(images, texts, { scale: 10 })
    // exp(10 (0.6 - 0.8)) = exp(-2), exp(-10)
    const expected = [Math.exp(-2), 1, 1, 1, Math.exp(-10), 1]
    expected.forEach((value, k) => {
      const sum = expected[k - (k % 2)] + expected[k - (k % 2) + 1]
      expect(probabilities?.[k]).toBeCloseTo(value / sum, 12)
    })
    expect(Array.from(directScores(images, texts, { scale: 1e4 }).probabilities ?? [])).toEqual([
      0, 1, 0.5, 0.5, 0, 1
    ])
  })

  it('with a bias too, each stands for itself as SigLIP has them', () => {
    const { probabilities } = directScores(images, texts, { scale: 10, bias: -7 })
    const logits = [-1, 1, -7, -7, -17, -7]
    logits.forEach((value, k) => expect(probabilities?.[k]).toBeCloseTo(1 / (1 + Math.exp(-value)), 12))
  })

  it('of two spaces are refused', () => {
    expect(() => directScores(images, Matrix.dense(1, 3, new Float32Array(3)))).toThrow(/share no space/)
  })
})
