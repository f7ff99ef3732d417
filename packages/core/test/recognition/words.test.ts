import { spoken, withArticle } from '../../src/base/articles.js'
import { describe, expect, it } from 'vitest'

describe('a class in a sentence', () => {
  it.each([
    ['zebra', 'a zebra'],
    ['automobile', 'an automobile'],
    ['antelope', 'an antelope'],
    ['okapi', 'an okapi'],
    ['unicorn', 'a unicorn'],
    ['umbrella', 'an umbrella'],
    ['uninvited guest', 'an uninvited guest'],
    ['ukulele', 'a ukulele'],
    ['urn', 'an urn'],
    ['eucalyptus', 'a eucalyptus'],
    ['ewe', 'a ewe'],
    ['one-eyed fish', 'a one-eyed fish'],
    ['hourglass', 'an hourglass'],
    ['horse', 'a horse'],
    ['walrus', 'a walrus'],
    ['rhinoceros', 'a rhinoceros'],
    ['albatross', 'an albatross'],
    ['ibis', 'an ibis'],
    ['lens', 'a lens'],
    ['bus', 'a bus']
  ])('%s is %s', (name, said) => expect(withArticle(name)).toBe(said))

  it('leaves articles from plurals, names, codes, other alphabets and sentences', () => {
    for (const name of [
      'skis',
      'scissors',
      'binoculars',
      'mice',
      'Alice',
      'C3',
      '7',
      'Äpfel',
      'зебра',
      '斑马',
      'x'
    ])
      expect(withArticle(name)).toBe(name)
    expect(withArticle('a zebra with wings')).toBe('a zebra with wings')
    expect(withArticle('horses of a carousel')).toBe('horses of a carousel')
    expect(withArticle('pair of scissors')).toBe('a pair of scissors')
  })

  it('says words where files say underscores', () => {
    expect(withArticle('killer+whale')).toBe('a killer whale')
    expect(withArticle('001.Black_footed_Albatross')).toBe('Black footed Albatross')
    expect(spoken('___')).toBe('___')
    expect(withArticle('')).toBe('')
  })
})
