// Defects of parts, features and labels, planted in a clean draft.
import { Matrix, rowsOf } from '@unseen/core'
import type { Planted } from './contract.js'
import {
  animals,
  changed,
  draft,
  features,
  labels,
  names,
  numbers,
  place,
  signatures,
  sparse,
  split,
  table,
  withFeatures
} from './drafts.js'

const transposed = (rows: readonly (readonly number[])[]): number[][] =>
  rows[0].map((_, column) => rows.map(row => row[column]))
const unit = features.map(row => row.map(value => value / Math.hypot(...row)))
const shares = features.map(row => row.map(value => value / row.reduce((a, b) => a + b)))
const labelNames = labels.map(label => animals[label])
const paths = labelNames.map((name, row) => `images/${name}/${row}.jpg`)

export const plantedFeatures: Readonly<Record<string, readonly Planted[]>> = {
  parts: [
    {
      name: 'features without labels',
      draft: draft({ labels: undefined }),
      finds: [{ severity: 'error', file: 'features.npy', message: /no labels/ }]
    },
    {
      name: 'no features',
      draft: draft({ features: undefined }),
      finds: [{ severity: 'note', message: /no features: these files hold labels/ }]
    },
    {
      name: 'descriptions alone',
      draft: draft({ features: undefined, labels: undefined }),
      finds: [{ severity: 'note', message: /descriptions and splits alone/ }]
    },
    {
      name: 'no class names',
      draft: draft({ classes: undefined }),
      finds: [{ severity: 'error', message: /Nothing names the classes/ }]
    },
    {
      name: 'an empty list of classes',
      draft: draft({ classes: { place: place('classes.txt'), value: [] } }),
      finds: [{ severity: 'error', file: 'classes.txt' }]
    },
    {
      name: 'no signatures',
      draft: draft({ signatures: [] }),
      finds: [{ severity: 'warning', message: /no signatures/ }]
    },
    { name: 'no splits', draft: draft({ splits: [] }), finds: [{ severity: 'note', message: /No split/ }] }
  ],
  'part-names': [
    {
      name: 'two tables of a name',
      draft: draft({
        signatures: [table(), table({ rows: signatures.map(row => row.map(value => value ** 2)) })]
      }),
      finds: [{ severity: 'error', count: 1, message: /Two tables are called "attributes"/ }]
    },
    {
      name: 'two splits of a name',
      draft: draft({ splits: [split(), split()] }),
      finds: [{ severity: 'error', message: /Two splits are called "mine"/ }]
    }
  ],
  sizes: [
    {
      name: 'a label too few',
      draft: draft({ labels: numbers(labels.slice(1)) }),
      finds: [{ severity: 'error', file: 'labels.npy', message: /14 labels for 15 rows/ }]
    },
    {
      name: 'row names too few',
      draft: draft({ rowNames: { place: place('files.txt'), value: paths.slice(1) } }),
      finds: [{ severity: 'error', file: 'files.txt', message: /14 row names for 15 rows/ }]
    },
    {
      name: 'a signature too few',
      draft: draft({ signatures: [table({ rows: signatures.slice(1), attributes: ['a', 'b', 'c', 'd'] })] }),
      finds: [{ severity: 'error', table: 'attributes', message: /4 signatures .* for 5 classes/ }]
    },
    {
      name: 'names beside the columns',
      draft: draft({
        signatures: [
          table({ attributes: ['brown'], groups: ['colour'], meanings: ['is brown'], sentences: ['One.'] })
        ]
      }),
      finds: [
        { message: /1 attribute name for 4 attributes/ },
        { message: /1 group for/ },
        { message: /1 meaning for/ },
        { message: /1 sentence for 5 signatures/ }
      ]
    },
    {
      name: 'no row at all',
      draft: withFeatures([]),
      finds: [{ severity: 'error', file: 'features.npy', message: /0 x 0/ }]
    },
    {
      name: 'signatures without entries',
      draft: draft({
        signatures: [
          { name: 'empty', place: place('a.npy'), matrix: Matrix.dense(5, 0, new Float64Array(0)) }
        ]
      }),
      finds: [{ severity: 'error', message: /no entries/ }]
    },
    {
      name: 'nothing where features are transposed, which is another check',
      draft: withFeatures(transposed(features)),
      finds: []
    }
  ],
  'transposed-features': [
    {
      name: 'a column for each label',
      draft: withFeatures(transposed(features)),
      finds: [{ severity: 'error', file: 'features.npy', message: /4 x 15 for 15 labels/ }]
    },
    {
      name: 'nothing where sizes merely differ',
      draft: draft({ labels: numbers(labels.slice(1)) }),
      finds: []
    }
  ],
  'not-finite-features': [
    {
      name: 'NaN',
      draft: withFeatures(changed(changed(features, 7, 2, NaN), 9, 0, NaN)),
      finds: [{ severity: 'error', file: 'features.npy', row: 7, column: 2, count: 2 }]
    },
    {
      name: 'Infinity',
      draft: withFeatures(changed(features, 14, 3, -Infinity)),
      finds: [{ row: 14, column: 3, count: 1, message: /1 feature is NaN or Infinity/ }]
    },
    {
      name: 'in sparse features',
      draft: draft({
        features: { place: place('f.npz'), value: rowsOf(sparse(changed(features, 3, 1, Infinity))) }
      }),
      finds: [{ row: 3, column: 1, count: 1 }]
    }
  ],
  'zero-rows': [
    {
      name: 'one',
      draft: withFeatures(features.map((row, i) => (i === 4 ? [0, 0, 0, 0] : row))),
      finds: [{ severity: 'warning', row: 4, count: 1, message: /^1 of 15 rows is zero/ }]
    },
    {
      name: 'two, sparse',
      draft: draft({
        features: {
          place: place('f.npz'),
          value: rowsOf(sparse(features.map((row, i) => (i === 4 || i === 11 ? [0, 0, 0, 0] : row))))
        }
      }),
      finds: [{ severity: 'warning', row: 4, count: 2 }]
    },
    {
      name: 'all',
      draft: withFeatures(features.map(() => [0, 0, 0])),
      finds: [{ severity: 'error', count: 15 }]
    }
  ],
  'constant-features': [
    {
      name: 'a dead unit',
      draft: withFeatures(features.map(row => [...row, 0])),
      finds: [{ severity: 'note', column: 4, count: 1, message: /^1 of 5 columns is zero in every row/ }]
    },
    {
      name: 'a constant 1',
      draft: withFeatures(features.map(row => [1, ...row])),
      finds: [{ severity: 'note', column: 0, message: /the same in every row/ }]
    },
    {
      name: 'most of them',
      draft: withFeatures(features.map(row => [...row, 0, 0, 0, 3, 3])),
      finds: [{ severity: 'warning', column: 4, count: 5, message: /3 of them zero/ }]
    },
    {
      name: 'all',
      draft: withFeatures(features.map(() => [1, 2])),
      finds: [{ severity: 'error', count: 2 }]
    },
    {
      name: 'never stored in sparse rows',
      draft: draft({
        features: { place: place('f.npz'), value: rowsOf(sparse(features.map(row => [...row, 0]))) }
      }),
      finds: [{ column: 4, count: 1 }]
    }
  ],
  'negative-features': [
    {
      name: 'some',
      draft: withFeatures(changed(changed(features, 2, 1, -0.5), 8, 0, -3)),
      finds: [
        {
          severity: 'note',
          row: 2,
          column: 1,
          count: 2,
          message: /3\.3 %.*relu reads a negative feature as 0/
        }
      ]
    }
  ],
  'double-normalisation': [
    {
      name: 'rows of length 1',
      draft: withFeatures(unit),
      finds: [{ severity: 'note', message: /length 1.*changes nothing/ }]
    },
    {
      name: 'rows of length 1 in single precision',
      draft: draft({
        features: {
          place: place('f.npy'),
          value: rowsOf(Matrix.dense(15, 4, Float32Array.from(unit.flat())))
        }
      }),
      finds: [{ severity: 'note' }]
    },
    { name: 'histograms', draft: withFeatures(shares), finds: [{ severity: 'note', message: /sums to 1/ }] },
    {
      name: 'some rows scaled and others not',
      draft: withFeatures(features.map((row, i) => (i < 9 ? unit[i] : row))),
      finds: [{ severity: 'warning', row: 9, count: 6, message: /9 rows have length 1 and 6 rows have not/ }]
    },
    {
      name: 'nothing of one-hot rows',
      draft: withFeatures(features.map((_, i) => [0, 1, 2, 3].map(column => (column === i % 4 ? 1 : 0)))),
      finds: []
    }
  ],
  'label-base': [
    {
      name: 'from 1',
      draft: draft({ labels: numbers(labels.map(label => label + 1)) }),
      finds: [
        { severity: 'note', file: 'labels.npy', message: /from 1 to 5 for 5 classes: they count from 1/ }
      ]
    },
    {
      name: 'from 1, as the layout says',
      draft: draft({
        labels: numbers(
          labels.map(label => label + 1),
          'res101.mat',
          1
        )
      }),
      finds: [{ severity: 'note' }]
    },
    {
      name: 'open',
      draft: draft({ labels: numbers(labels.map(label => 1 + (label % 3))) }),
      finds: [{ severity: 'error', message: /neither 0 nor 5/ }]
    },
    {
      name: 'said to be 0, but 1',
      draft: draft({
        labels: numbers(
          labels.map(label => label + 1),
          'labels.npy',
          0
        )
      }),
      finds: [{ severity: 'error', message: /count from 1, but they are said to count from 0/ }]
    },
    {
      name: 'said to be 1, but 0',
      draft: draft({ labels: numbers(labels, 'labels.npy', 1) }),
      finds: [{ severity: 'error', message: /count from 0, but they are said to count from 1/ }]
    }
  ],
  'label-range': [
    {
      name: 'one too large',
      draft: draft({ labels: numbers(labels.map((label, row) => (row === 6 ? 7 : label))) }),
      finds: [{ severity: 'error', row: 6, count: 1, message: /the first is 7 in row 6.*from 0 to 4/ }]
    },
    {
      name: '-1 for no label',
      draft: draft({ labels: numbers(labels.map((label, row) => (row < 2 ? -1 : label + 1))) }),
      finds: [{ severity: 'error', row: 0, count: 2, message: /-1 in row 0.*from 1 to 5/ }]
    }
  ],
  'labels-without-signature': [
    {
      name: 'a name that nothing describes',
      draft: draft({ labels: names(labelNames.map((name, row) => (row > 12 ? 'zebra' : name))) }),
      finds: [
        { severity: 'error', row: 13, class: 'zebra', count: 2, message: /2 rows are labelled "zebra"/ }
      ]
    },
    {
      name: 'a class that a table leaves out',
      draft: draft({ signatures: [table({ rows: signatures.slice(0, 4), classes: animals.slice(0, 4) })] }),
      finds: [
        {
          severity: 'error',
          file: 'attributes.csv',
          class: 'dalmatian',
          count: 1,
          message: /1 class with 3 rows/
        }
      ]
    },
    {
      name: 'nothing where only the spelling differs',
      draft: draft({ labels: names(labelNames.map(name => name.replace('+', ' '))) }),
      finds: []
    }
  ],
  'row-names': [
    {
      name: 'a row in the wrong folder',
      draft: draft({
        rowNames: {
          place: place('files.txt'),
          value: paths.map((path, row) => (row === 5 ? paths[0] : path))
        }
      }),
      finds: [
        {
          severity: 'warning',
          file: 'labels.npy',
          row: 5,
          class: 'antelope',
          count: 1,
          message: /labelled "grizzly\+bear" and not "antelope"/
        }
      ]
    },
    {
      name: 'labels in another order',
      draft: draft({
        labels: numbers(labels.map(label => 4 - label)),
        rowNames: { place: place('files.txt'), value: paths }
      }),
      finds: [{ severity: 'error', row: 0, count: 12 }]
    },
    {
      name: 'nothing where all agree, in another spelling',
      draft: draft({
        rowNames: {
          place: place('files.txt'),
          value: paths.map(path => path.replace('+', '_').toUpperCase())
        }
      }),
      finds: []
    },
    {
      name: 'nothing where names are no paths',
      draft: draft({
        rowNames: { place: place('files.txt'), value: labels.map((_, row) => `beaver-${row}.jpg`) }
      }),
      finds: []
    }
  ]
}
