// The package adds to core and hides nothing of it: one name means one thing, wherever it is imported from.
import * as core from '@unseen/core'
import * as compare from '@unseen/core/compare'
import * as data from '@unseen/data'
import * as networks from '@unseen/networks'
import * as client from '@unseen/client'
import * as unseen from '../src/index.js'
import { expect, it } from 'vitest'

it.each(Object.entries({ core, compare, data, networks, client }))(
  'has every name of %s as it is',
  (_, own) => {
    const hidden = Object.entries(own).filter(
      ([name, value]) => unseen[name as keyof typeof unseen] !== value
    )
    expect(hidden.map(([name]) => name)).toEqual([])
  }
)
