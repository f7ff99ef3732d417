// What `tune` says of a search while nobody looks, and how its flags are read and said again.
import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { searchLine } from '../../src/commands/fit.js'
import { addSearchFlags, searchOptions } from '../../src/commands/train-flags.js'
import { runCommand } from '../../src/runs/run-command.js'
import type { RunConfig } from '../../src/runs/run-folder.js'

describe('a line about a search', () => {
  const progress = {
    stage: 'search',
    done: 0,
    total: 96,
    secondsLeft: Infinity,
    best: '',
    accuracy: 0
  } as const

  it('names no best point before there is one', () => {
    expect(searchLine(progress)).toBe('0 of 96 points')
    expect(searchLine({ ...progress, done: 3, secondsLeft: 8, best: 'gamma 1', accuracy: 0.5 })).toBe(
      '3 of 96 points, 8 s left, best 50.0 %: gamma 1'
    )
  })
})

describe('--grid and --folds', () => {
  const read = (...words: string[]): ReturnType<typeof searchOptions> => {
    const command = addSearchFlags(new Command())
      .exitOverride()
      .configureOutput({ writeErr: () => undefined })
    return searchOptions(command.parse(words, { from: 'user' }).opts())
  }

  it('become options of the search, and flags again', () => {
    const search = read('--grid', 'gamma=0.1,1', '--grid', 'compare=inner', '--folds', '3')
    expect(search).toEqual({ grid: { gamma: [0.1, 1], compare: ['inner'] }, folds: 3 })
    const config = {
      command: 'tune',
      data: { path: 'zoo', name: 'zoo' },
      split: 's',
      table: 't',
      seed: 0,
      options: { search }
    } as unknown as RunConfig
    expect(runCommand(config)).toContain('--folds 3 --grid gamma=0.1,1 --grid compare=inner')
    expect(() => read('--grid', 'gamma')).toThrow('NAME=VALUE')
  })
})
