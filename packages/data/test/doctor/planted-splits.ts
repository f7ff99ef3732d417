// Defects of splits, planted in a clean draft.
import type { Planted } from './contract.js'
import { animals, draft, labels, names, numbers, place, split, table, type SplitParts } from './drafts.js'

const withSplit = (parts: SplitParts): Planted['draft'] => draft({ splits: [split(parts)] })
const [train, testSeen, testUnseen] = [
  [0, 1, 3, 4, 6, 7],
  [2, 5, 8],
  [9, 10, 11, 12, 13, 14]
]
const cifar = ['airplane', 'automobile', 'bird', 'cat', 'deer', 'dog', 'frog', 'horse', 'ship', 'truck']
const tenClasses = {
  classes: { place: place('classes.txt'), value: cifar },
  features: undefined,
  labels: undefined,
  signatures: [table({ rows: cifar.map((_, i) => [i, 1, 2 * i, 3]) })]
}

export const plantedSplits: Readonly<Record<string, readonly Planted[]>> = {
  'split-classes': [
    {
      name: 'a name',
      draft: withSplit({ unseen: names(['beaver', 'zebra'], 'unseen.txt') }),
      finds: [{ severity: 'error', file: 'unseen.txt', split: 'mine', class: 'zebra', count: 1 }]
    },
    {
      name: 'a number',
      draft: withSplit({ seen: numbers([0, 1, 9], 'seen.npy') }),
      finds: [{ severity: 'error', file: 'seen.npy', class: '9', count: 1 }]
    },
    {
      name: 'nothing where only the spelling differs',
      draft: withSplit({ unseen: names(['Beaver', 'dalmatian'], 'unseen.txt') }),
      finds: []
    }
  ],
  'split-base': [
    {
      name: 'rows from 1',
      draft: withSplit({
        train: numbers(
          train.map(row => row + 1),
          'train.npy'
        ),
        test: numbers(
          [...testSeen, ...testUnseen].map(row => row + 1),
          'test.npy'
        )
      }),
      finds: [
        { severity: 'note', file: 'train.npy', split: 'mine', message: /from 1 to 15: they count from 1/ }
      ]
    },
    {
      name: 'rows of which it is open',
      draft: withSplit({ train: numbers(train.slice(1), 'train.npy'), test: numbers([2, 5, 8], 'test.npy') }),
      finds: [{ severity: 'error', message: /neither 0 nor the last/ }]
    },
    {
      name: 'rows said to count from 1, with a 0',
      draft: withSplit({ train: numbers(train, 'train.npy', 1), test: numbers(testUnseen, 'test.npy', 1) }),
      finds: [{ severity: 'error', message: /count from 0, but they are said to count from 1/ }]
    },
    {
      name: 'nothing of classes that count as the labels do, of which another check speaks',
      draft: draft({
        labels: numbers(labels.map(label => label + 1)),
        splits: [split({ seen: numbers([1, 2, 3], 'seen.npy'), unseen: numbers([4, 5], 'unseen.npy') })]
      }),
      finds: []
    },
    {
      name: 'classes from 1',
      draft: draft({
        labels: names(labels.map(label => animals[label])),
        splits: [split({ seen: numbers([1, 2, 3], 'seen.npy'), unseen: numbers([4, 5], 'unseen.npy') })]
      }),
      finds: [{ severity: 'note', file: 'seen.npy', message: /^Class numbers/ }]
    }
  ],
  'split-rows': [
    {
      name: 'beyond the last',
      draft: withSplit({ test: numbers([2, 5, 15, 99], 'test.npy', 0) }),
      finds: [
        { severity: 'error', file: 'test.npy', count: 2, message: /the first is 15; rows run from 0 to 14/ }
      ]
    },
    {
      name: '0 where rows count from 1',
      draft: withSplit({ test: numbers([0, 5], 'test.npy', 1), train: numbers([1, 2], 'train.npy', 1) }),
      finds: [{ severity: 'error', count: 1, message: /from 1 to 15/ }]
    },
    {
      name: 'twice',
      draft: withSplit({ train: numbers([...train, 4, 4], 'train.npy', 0) }),
      finds: [{ severity: 'warning', file: 'train.npy', row: 4, count: 2 }]
    }
  ],
  'split-coverage': [
    {
      name: 'one seen class',
      draft: withSplit({ seen: names(['antelope'], 'seen.txt') }),
      finds: [
        { severity: 'error', split: 'mine' },
        { severity: 'note', class: 'grizzly+bear', count: 2 }
      ]
    },
    {
      name: 'no unseen class',
      draft: withSplit({ seen: undefined, unseen: names([], 'unseen.txt') }),
      finds: [{ severity: 'note', message: /no unseen classes/ }]
    },
    {
      name: 'rows alone, of all classes',
      draft: draft({
        splits: [
          {
            name: 'mine',
            place: place('data.npz'),
            train: numbers([0, 3, 6, 9, 12], 'a', 0),
            test: numbers([1, 4, 7, 10, 13], 'b', 0)
          }
        ]
      }),
      finds: [{ severity: 'note', message: /sets rows apart but no classes/ }]
    },
    {
      name: 'classes in neither list',
      draft: withSplit({ unseen: names(['beaver'], 'unseen.txt') }),
      finds: [{ severity: 'note', class: 'dalmatian', count: 1 }]
    }
  ],
  'leaking-classes': [
    {
      name: 'in both lists',
      draft: withSplit({ unseen: names(['killer+whale', 'beaver', 'dalmatian'], 'unseen.txt') }),
      finds: [
        {
          severity: 'error',
          file: 'train.npy',
          row: 6,
          class: 'killer+whale',
          count: 1,
          message: /with 2 rows to train on/
        }
      ]
    },
    {
      name: 'in both lists, without rows',
      draft: withSplit({
        unseen: names(['killer+whale', 'beaver', 'dalmatian'], 'unseen.txt'),
        train: undefined,
        test: undefined
      }),
      finds: [{ severity: 'error', file: 'unseen.txt', class: 'killer+whale' }]
    },
    {
      name: 'among the training rows',
      draft: withSplit({
        train: numbers([...train, 10, 13], 'train.npy', 0),
        test: numbers([2, 5, 8], 'test.npy', 0)
      }),
      finds: [
        {
          severity: 'error',
          file: 'train.npy',
          row: 10,
          class: 'beaver',
          count: 2,
          message: /2 rows of 2 unseen classes/
        }
      ]
    },
    {
      name: 'among the validation rows',
      draft: withSplit({
        validation: { train: numbers([0, 1, 3], 'a.npy', 0), test: numbers([6, 12], 'b.npy', 0) }
      }),
      finds: [
        {
          severity: 'error',
          file: 'b.npy',
          row: 12,
          class: 'dalmatian',
          message: /among the validation rows/
        }
      ]
    },
    {
      name: 'validation classes that are trained on',
      draft: withSplit({
        validation: { train: numbers([0, 3, 6], 'a.npy', 0), test: numbers([1, 4], 'b.npy', 0) }
      }),
      finds: [{ severity: 'warning', file: 'b.npy', class: 'antelope', count: 2 }]
    }
  ],
  'overlapping-rows': [
    {
      name: 'training and test',
      draft: withSplit({ test: numbers([1, 2, 9], 'test.npy', 0) }),
      finds: [{ severity: 'error', file: 'test.npy', row: 1, count: 1 }]
    },
    {
      name: 'train_loc + val_loc as many as trainval_loc + test_seen_loc',
      draft: withSplit({
        validation: {
          train: numbers([0, 1, 2, 3, 4, 5], 'train_loc', 0),
          test: numbers([6, 7, 8], 'val_loc', 0)
        }
      }),
      finds: [
        {
          severity: 'error',
          file: 'train_loc',
          row: 2,
          count: 3,
          message: /hold all training rows and 3 test rows besides/
        }
      ]
    },
    {
      name: 'both validation lists',
      draft: withSplit({ validation: { train: numbers([0, 1], 'a', 0), test: numbers([1, 6], 'b', 0) } }),
      finds: [{ severity: 'error', file: 'b', row: 1, count: 1 }]
    },
    {
      name: 'validation rows from nowhere',
      draft: withSplit({
        test: numbers(testUnseen, 'test.npy', 0),
        validation: { train: numbers([0, 2], 'a', 0), test: numbers([6], 'b', 0) }
      }),
      finds: [{ severity: 'warning', row: 2, count: 1 }]
    }
  ],
  'known-split': [
    {
      name: 'a pair of Table 2, in any order and spelling',
      draft: draft({
        ...tenClasses,
        classes: { place: place('classes.txt'), value: cifar.map(name => name.toUpperCase()).reverse() },
        splits: [{ name: 'pair 1', place: place('d.json'), unseen: names(['DOG', 'CAT']) }]
      }),
      finds: [
        {
          severity: 'note',
          split: 'pair 1',
          message: /has the seen and unseen classes of the pair cat and dog of CIFAR-10/
        }
      ]
    },
    {
      name: 'another pair',
      draft: draft({
        ...tenClasses,
        splits: [{ name: 'mine', place: place('d.json'), unseen: names(['dog', 'frog']) }]
      }),
      finds: [{ severity: 'note', message: /those of CIFAR-10, but the split "mine" is none/ }]
    }
  ]
}
