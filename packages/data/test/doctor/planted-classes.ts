// Defects of class names and signatures, planted in a clean draft.
import type { Planted } from './contract.js'
import { animals, changed, draft, labels, names, numbers, place, signatures, split, table } from './drafts.js'

const spelt = ['antelope', 'Grizzly_Bear', 'killer whale', 'beaver', 'dalmatian']
/** As in xlsa17's CUB: seen classes first, so that the numbers do not rise. */
const numbered = [
  '002.Laysan_Albatross',
  '003.Sooty_Albatross',
  '005.Crested_Auklet',
  '001.Black_footed_Albatross',
  '004.Groove_billed_Ani'
]
const numberOf = (label: number): number => Number(numbered[label].slice(0, 3))
const birds = {
  classes: { place: place('att_splits.mat', 'allclasses_names'), value: numbered },
  splits: [],
  signatures: [table({ place: place('att_splits.mat', 'att') })]
}
const images = {
  place: place('res101.mat', 'image_files'),
  value: labels.map((label, row) => `/images/${numbered[label]}/${row}.jpg`)
}
const scaled = signatures.map(row => row.map(value => value / Math.hypot(...row)))
const withMark = changed(signatures, 0, 1, -1)
const scaledMark = withMark.map(row => row.map(value => value / Math.hypot(...row)))

export const plantedClasses: Readonly<Record<string, readonly Planted[]>> = {
  'class-names': [
    {
      name: 'a name twice',
      draft: draft({ classes: { place: place('classes.txt'), value: ['cat', 'dog', 'cat', 'cow', 'dog'] } }),
      finds: [{ severity: 'error', file: 'classes.txt', row: 2, class: 'cat', count: 2 }]
    },
    {
      name: 'no name',
      draft: draft({ classes: { place: place('classes.txt'), value: ['cat', 'dog', 'ant', '', 'cow'] } }),
      finds: [{ severity: 'error', row: 3, message: /Class 3 has no name/ }]
    },
    {
      name: 'half a character',
      draft: draft({
        classes: { place: place('classes.txt'), value: ['cat', '\ud800', 'ant', 'bat', 'cow'] }
      }),
      finds: [{ severity: 'error', row: 1, message: /half a character/ }]
    },
    {
      name: 'a row twice in a table',
      draft: draft({
        signatures: [table({ classes: ['antelope', 'antelope', 'killer+whale', 'beaver', 'dalmatian'] })]
      }),
      finds: [{ severity: 'error', file: 'attributes.csv', row: 1 }]
    }
  ],
  'class-name-spelling': [
    {
      name: 'between class names and table',
      draft: draft({ signatures: [table({ classes: spelt })] }),
      finds: [
        {
          severity: 'error',
          file: 'attributes.csv',
          class: 'grizzly+bear',
          count: 2,
          mapping: { Grizzly_Bear: 'grizzly+bear', 'killer whale': 'killer+whale' }
        }
      ]
    },
    {
      name: 'between class names and labels',
      draft: draft({ labels: names(labels.map(label => spelt[label])) }),
      finds: [{ severity: 'error', file: 'labels.csv', count: 2 }]
    },
    {
      name: 'between class names and split',
      draft: draft({ splits: [split({ unseen: names(['BEAVER', 'dalmatian'], 'unseen.txt') })] }),
      finds: [{ severity: 'error', file: 'unseen.txt', mapping: { BEAVER: 'beaver' } }]
    },
    {
      name: 'within the class names',
      draft: draft({
        classes: {
          place: place('classes.txt'),
          value: ['grizzly bear', 'Grizzly-Bear', 'ant', 'bat', 'cow']
        },
        splits: []
      }),
      finds: [{ severity: 'warning', file: 'classes.txt', class: 'Grizzly-Bear', count: 1 }]
    },
    {
      name: 'nothing where a spelling fits two classes',
      draft: draft({
        classes: { place: place('classes.txt'), value: ['a b', 'ab', 'c', 'd', 'e'] },
        splits: [],
        labels: names(labels.map(label => ['A B', 'ab', 'c', 'd', 'e'][label]))
      }),
      finds: [{ severity: 'warning' }]
    }
  ],
  'class-order': [
    {
      name: 'numbers in the names that do not rise',
      draft: draft(birds),
      finds: [
        {
          severity: 'warning',
          file: 'att_splits.mat',
          array: 'allclasses_names',
          row: 3,
          class: '001.Black_footed_Albatross',
          message: /nothing here confirms/
        }
      ]
    },
    {
      name: 'the same without labels',
      draft: draft({ ...birds, features: undefined, labels: undefined }),
      finds: [{ severity: 'warning', message: /nothing here can say/ }]
    },
    {
      name: 'only a note where image files confirm the order',
      draft: draft({ ...birds, rowNames: images }),
      finds: [{ severity: 'note', message: /as 15 row names confirm/ }]
    },
    {
      name: 'labels that are the numbers in the names',
      draft: draft({ ...birds, labels: numbers(labels.map(numberOf), 'res101.mat', 1), rowNames: images }),
      finds: [
        { severity: 'error', file: 'res101.mat', row: 0, count: 15, message: /the labels are these numbers/ }
      ]
    },
    {
      name: 'a table in another order, matched by name',
      draft: draft({
        signatures: [table({ rows: [...signatures].reverse(), classes: [...animals].reverse() })]
      }),
      finds: [
        { severity: 'note', table: 'attributes', row: 0, class: 'dalmatian', message: /matched by name/ }
      ]
    },
    {
      name: 'nothing where numbers rise',
      draft: draft({ ...birds, classes: { place: place('c.txt'), value: [...numbered].sort() } }),
      finds: []
    }
  ],
  'transposed-signatures': [
    {
      name: 'a column for each class',
      draft: draft({
        signatures: [table({ rows: signatures[0].map((_, k) => signatures.map(row => row[k])) })]
      }),
      finds: [{ severity: 'error', table: 'attributes', message: /4 x 5 for 5 classes/ }]
    }
  ],
  'not-finite-signatures': [
    {
      name: 'NaN',
      draft: draft({ signatures: [table({ rows: changed(signatures, 2, 3, NaN) })] }),
      finds: [{ severity: 'error', row: 2, column: 3, class: 'killer+whale', count: 1 }]
    },
    {
      name: 'Infinity, where only NaN is declared',
      draft: draft({
        signatures: [
          table({
            rows: changed(changed(signatures, 2, 3, NaN), 4, 0, Infinity),
            missing: { value: NaN, treatment: 'zero' }
          })
        ]
      }),
      finds: [{ severity: 'error', row: 4, column: 0, count: 1 }]
    },
    {
      name: 'NaN that is declared but kept',
      draft: draft({
        signatures: [
          table({ rows: changed(signatures, 2, 3, NaN), missing: { value: NaN, treatment: 'keep' } })
        ]
      }),
      finds: [{ severity: 'error' }]
    }
  ],
  'zero-signatures': [
    {
      name: 'one',
      draft: draft({
        signatures: [table({ rows: signatures.map((row, i) => (i === 3 ? [0, 0, 0, 0] : row)) })]
      }),
      finds: [{ severity: 'error', row: 3, class: 'beaver', count: 1 }]
    }
  ],
  'missing-attributes': [
    {
      name: 'declared',
      draft: draft({ signatures: [table({ rows: withMark, missing: { value: -1, treatment: 'mean' } })] }),
      finds: [
        {
          severity: 'note',
          row: 0,
          column: 1,
          class: 'antelope',
          count: 1,
          message: /read as the mean of the column. The first is "spots" of "antelope"/
        }
      ]
    },
    {
      name: 'declared as NaN',
      draft: draft({
        signatures: [
          table({ rows: changed(signatures, 2, 3, NaN), missing: { value: NaN, treatment: 'zero' } })
        ]
      }),
      finds: [
        { severity: 'note', row: 2, column: 3, message: /is NaN, which means not known; it is read as 0/ }
      ]
    },
    {
      name: 'not declared',
      draft: draft({ signatures: [table({ rows: withMark })] }),
      finds: [{ severity: 'warning', count: 1, message: /-1 seems to mean not known/ }]
    },
    {
      name: 'scaled together with the values',
      draft: draft({
        signatures: [
          table({ name: 'att', rows: scaledMark }),
          table({ name: 'original_att', rows: withMark, missing: { value: -1, treatment: 'zero' } })
        ]
      }),
      finds: [
        { severity: 'warning', table: 'att', count: 1, message: /the mark was scaled like a value/ },
        { severity: 'note', table: 'original_att' }
      ]
    },
    {
      name: 'nothing in a table of -1 and 1',
      draft: draft({
        signatures: [table({ rows: signatures.map(row => row.map(value => (value > 50 ? 1 : -1))) })]
      }),
      finds: []
    }
  ],
  'duplicate-signatures': [
    {
      name: 'the same up to scale',
      draft: draft({
        signatures: [
          table({ rows: signatures.map((row, i) => (i === 4 ? signatures[1].map(value => value / 3) : row)) })
        ]
      }),
      finds: [
        {
          severity: 'error',
          row: 4,
          class: 'dalmatian',
          count: 1,
          message: /"grizzly\+bear" and "dalmatian" have the same signature/
        }
      ]
    },
    {
      name: 'nearly the same',
      draft: draft({
        signatures: [table({ rows: signatures.map((row, i) => (i === 4 ? [80, 0, 22, 0] : row)) })]
      }),
      finds: [
        {
          severity: 'warning',
          class: 'dalmatian',
          message: /cosine 0\.9997.*differ most in "swims", "brown"/
        }
      ]
    },
    {
      name: 'both',
      draft: draft({
        signatures: [
          table({
            rows: [
              [60, 5, 0, 90],
              [80, 0, 20, 0],
              [80, 0, 20, 0],
              [80, 0, 20, 0],
              [80, 0, 21, 0]
            ]
          })
        ]
      }),
      finds: [
        { severity: 'error', count: 3, message: /3 pairs of classes, among them/ },
        { severity: 'warning', count: 3 }
      ]
    },
    {
      name: 'once for a table and its scaled copy',
      draft: draft({
        signatures: [1, 9].map(scale =>
          table({
            name: `times ${scale}`,
            rows: signatures.map((row, i) => (i === 4 ? signatures[1] : row).map(value => value * scale))
          })
        )
      }),
      finds: [{ severity: 'error', table: 'times 1' }]
    },
    {
      name: 'nothing where classes are merely alike',
      draft: draft({
        signatures: [table({ rows: signatures.map((row, i) => (i === 4 ? [80, 0, 30, 0] : row)) })]
      }),
      finds: []
    }
  ],
  'same-table': [
    {
      name: 'scaled',
      draft: draft({ signatures: [table({ name: 'att', rows: scaled }), table({ name: 'original_att' })] }),
      finds: [{ severity: 'note', table: 'original_att', message: /the same after scaling/ }]
    },
    {
      name: 'in another order',
      draft: draft({
        signatures: [
          table({ name: 'att', rows: scaled }),
          table({
            name: 'original_att',
            rows: [signatures[0], signatures[3], signatures[2], signatures[1], signatures[4]]
          })
        ]
      }),
      finds: [
        {
          severity: 'error',
          table: 'original_att',
          row: 1,
          class: 'grizzly+bear',
          count: 2,
          message: /One of them does not follow the class names/
        }
      ]
    },
    {
      name: 'nothing of different tables',
      draft: draft({ signatures: [table(), table({ name: 'other', rows: changed(signatures, 1, 1, 50) })] }),
      finds: []
    }
  ],
  'constant-attributes': [
    {
      name: 'two',
      draft: draft({ signatures: [table({ rows: signatures.map(row => [1, ...row.slice(0, 2), 0]) })] }),
      finds: [{ severity: 'note', column: 0, count: 2, message: /"brown" and "hooves"/ }]
    }
  ],
  'signatures-without-samples': [
    {
      name: 'a class for describing alone',
      draft: draft({
        labels: numbers(
          labels.map(label => label % 4),
          'labels.npy',
          0
        ),
        splits: []
      }),
      finds: [{ severity: 'note', class: 'dalmatian', count: 1 }]
    },
    {
      name: 'a seen class without rows',
      draft: draft({ splits: [split({ train: numbers([0, 1, 6, 7], 'train.npy', 0) })] }),
      finds: [{ severity: 'warning', split: 'mine', class: 'grizzly+bear', count: 1 }]
    },
    {
      name: 'rows of a single class',
      draft: draft({
        labels: numbers(
          labels.map(() => 2),
          'labels.npy',
          0
        ),
        splits: []
      }),
      finds: [
        { severity: 'error', class: 'killer+whale' },
        { severity: 'note', count: 4 }
      ]
    },
    {
      name: 'more in a table than in the data set',
      draft: draft({
        signatures: [table({ rows: [...signatures, [1, 2, 3, 4]], classes: [...animals, 'zebra'] })]
      }),
      finds: [{ severity: 'note', table: 'attributes', class: 'zebra', count: 1 }]
    }
  ]
}
