/** From what the worker holds to what it tells. */
import { Matrix, type Model, type NamedTable } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { wantedNetwork } from '../images/engine/added.js'
import { rehearsalFacts } from '../rehearse/engine/rehearsal.js'
import type { AttributeFacts, ClassFacts, DataFacts, ModelFacts, Opened } from './facts.js'
import { type OpenData, type Session, modelOf } from './session.js'

export function dataFacts({ dataset, taken }: OpenData): DataFacts {
  const { name, classes, features, labels, signatures, splits, thumbnails, rowNames } = dataset
  const trained = new Array<number>(classes.length).fill(0)
  for (const row of taken.train.rows) trained[labels[row]]++
  const kept = [...taken.test.rows, ...(taken.testSeen?.rows ?? [])]
  // Where nothing was kept apart, all rows are what there is to claim.
  const test = Uint32Array.from(kept.length > 0 ? kept : labels.keys()).sort()
  return {
    name,
    classes,
    rows: features?.rows ?? 0,
    columns: features?.columns ?? 0,
    labels,
    trained,
    test,
    tables: signatures.map(({ name: table, matrix, attributes, encoder }) => ({
      name: table,
      length: Matrix.from(matrix, 'signatures').columns,
      named: attributes !== undefined,
      ...defined({ encoder: encoder?.kind })
    })),
    splits: splits.map(split => split.name),
    split: taken.split.name,
    table: taken.table.name,
    attributes: attributeFacts(taken.table),
    ...defined({ thumbnails }),
    hasRowNames: rowNames !== undefined
  }
}

function attributeFacts({
  matrix: given,
  attributes,
  groups,
  meanings
}: Pick<NamedTable, 'matrix' | 'attributes' | 'groups' | 'meanings'>): AttributeFacts[] {
  const matrix = Matrix.from(given, 'signatures')
  const row = new Float64Array(matrix.columns)
  const [minimum, maximum] = [new Float64Array(matrix.columns), new Float64Array(matrix.columns)]
  for (let i = 0; i < matrix.rows; i++) {
    Matrix.readRow(matrix, i, row)
    row.forEach((value, k) => {
      minimum[k] = Math.min(minimum[k], value)
      maximum[k] = Math.max(maximum[k], value)
    })
  }
  // Attributes share a scale: one that no class has much of can still be given all of it.
  const top = Math.max(...maximum)
  return Array.from(minimum, (low, k) => ({
    name: attributes?.[k] ?? `entry ${k + 1}`,
    ...defined({
      group: groups === undefined ? undefined : groups[k],
      meaning: meanings === undefined ? undefined : meanings[k]
    }),
    minimum: low,
    maximum: top > 0 ? top : 1
  }))
}

export function modelFacts(
  model: Model,
  session: Pick<Session, 'model' | 'data' | 'trainedAt' | 'trainingSeconds'>
): ModelFacts {
  const { settings, notes, seen, trained } = model
  return {
    settings,
    seen,
    method: methodName(settings),
    columns: trained.columns,
    length: model.classes[0].signature.length,
    rows: notes.training.rows,
    ...defined({
      trainedAt: session.trainedAt,
      seconds: session.trainingSeconds,
      network: wantedNetwork(session)
    }),
    notes: Object.entries(notes)
      .filter(([, value]) => value !== undefined)
      .map(([name]) => name),
    bracket: model.expressed(seen[0]).bracket,
    ...defined({ worth: trained.gauss?.shape?.worth }),
    ...defined({
      attributes:
        notes.attributes === undefined
          ? undefined
          : attributeFacts({
              matrix: model.classes.slice(0, seen.length).map(({ signature }) => [...signature]),
              attributes: notes.attributes
            })
    })
  }
}

function methodName({ weights, recipe, references }: Model['settings']): string {
  if (weights === 'class') return 'class weights'
  if (weights === 'gauss') return 'Gaussian weights'
  if (recipe === 'released') return "the released demo's recipe"
  return references === 'learned' ? "the paper's SSE" : "the paper's SSE, references at class means"
}

export function classFacts(session: Session, names?: readonly string[]): ClassFacts[] {
  const model = modelOf(session)
  const rows = session.data === undefined ? undefined : rowsByClass(session.data)
  return model.classes
    .filter(({ name }) => names === undefined || names.includes(name))
    .map(({ name, seen, signature, mixture, residual }) => {
      const { expressed, below } = model.expressed(name)
      return {
        name,
        seen,
        values: [...signature],
        mixture: [...mixture],
        residual,
        expressed,
        below,
        rows: rows?.get(name) ?? 0
      }
    })
}

const countedRows = new WeakMap<OpenData, ReadonlyMap<string, number>>()

/** How many rows each class has; counted once, since every step of a slider asks. */
function rowsByClass(data: OpenData): ReadonlyMap<string, number> {
  const known = countedRows.get(data)
  if (known !== undefined) return known
  const { labels, classes } = data.dataset
  const counts = new Array<number>(classes.length).fill(0)
  for (const label of labels) counts[label]++
  const rows = new Map(classes.map((name, at) => [name, counts[at]]))
  countedRows.set(data, rows)
  return rows
}

export async function openedFacts(session: Session): Promise<Opened> {
  const { data, model } = session
  const rehearsal = model && rehearsalFacts(model)
  const sheet = data?.dataset.thumbnails && (await data.files?.bytes(data.dataset.thumbnails.file))
  return {
    ...defined({
      data: data === undefined ? undefined : dataFacts(data),
      model: model === undefined ? undefined : modelFacts(model, session),
      rehearsal
    }),
    classes: model === undefined ? [] : classFacts(session),
    ...defined({ sheet: sheet === undefined ? undefined : new Blob([Uint8Array.from(sheet)]) })
  }
}
