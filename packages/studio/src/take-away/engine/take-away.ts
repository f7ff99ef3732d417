/**
 * Of the engine: what leaves the page, made of the model as it answers now; and a description that came by a
 * link.
 */
import { UnseenError, count, toBytes } from '@unseen/core'
import { writeDelimited } from '@unseen/data'
import { type Session, modelOf } from '../../worker/session.js'
import type { LinkedDescription } from '../description-link.js'
import type { Recipe, RecipeClass } from '../recipe.js'
import { type DecidedNow, decidedModel, recipeOf } from './recipe.js'

export function createTakeAway(session: Session) {
  const modelBytes = (bias?: number): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(toBytes(decidedModel(session, bias)))

  /** The writer is fetched when somebody asks for a graph. */
  const graph = async ({
    bias,
    version
  }: {
    readonly bias?: number | undefined
    readonly version: string
  }): Promise<Uint8Array<ArrayBuffer>> => {
    const { modelGraph } = await import('@unseen/networks')
    return Uint8Array.from(modelGraph(decidedModel(session, bias), { version }).bytes)
  }

  return {
    recipe: (decided: DecidedNow): Recipe => recipeOf(session, decided),

    /** In bytes. */
    async sizes(decided: {
      readonly bias?: number | undefined
      readonly version: string
    }): Promise<{ readonly model: number; readonly onnx: number }> {
      return { model: modelBytes(decided.bias).length, onnx: (await graph(decided)).length }
    },

    /** The model alone, in our own format. */
    model: (bias?: number): Blob => new Blob([modelBytes(bias)], { type: 'application/octet-stream' }),

    onnx: async (decided: { readonly bias?: number | undefined; readonly version: string }): Promise<Blob> =>
      new Blob([await graph(decided)], { type: 'application/octet-stream' }),

    /** Classes as a table for `unseen describe --from`. */
    table: (classes: readonly RecipeClass[], attributes: readonly string[] | undefined): Blob =>
      new Blob([tableOf(classes, attributes)], { type: 'text/csv' }),

    /**
     * The signature that a description from elsewhere means to this model, in its order; refused where it is
     * about other attributes.
     */
    fitting(description: LinkedDescription): readonly number[] {
      const model = modelOf(session)
      const { name, attributes, values } = description
      const own = session.data?.taken.table.attributes ?? model.notes.attributes
      const { length } = model.classes[0].signature
      const refuse = (why: string): never => {
        throw new UnseenError('link.fit', `“${name}” ${why}, so that it means nothing here.`, {
          where: { class: name },
          remedy: 'Open the data it was described for.'
        })
      }
      if (attributes === undefined || own === undefined)
        return values.length === length
          ? values
          : refuse(
              `is described by ${count(values.length)} numbers, the signatures here have ${count(length)}`
            )
      const places = new Map(attributes.map((attribute, at) => [attribute, at]))
      const missing = own.filter(attribute => !places.has(attribute))
      if (missing.length > 0 || own.length !== attributes.length) {
        const other = attributes.find(attribute => !own.includes(attribute))
        return refuse(
          `is described by other attributes than the ${count(own.length)} here${other === undefined ? '' : `: “${other}” is none of them`}`
        )
      }
      return own.map(attribute => values[places.get(attribute) ?? 0])
    }
  }
}

function tableOf(
  classes: readonly RecipeClass[],
  attributes: readonly string[] | undefined
): Uint8Array<ArrayBuffer> {
  const width = classes[0]?.values.length ?? 0
  const columns = attributes ?? Array.from({ length: width }, (_, at) => `entry ${at + 1}`)
  return writeDelimited([
    { name: 'class', shape: [classes.length], data: classes.map(({ name }) => name) },
    { name: 'columns', shape: [width], data: columns },
    {
      name: 'numbers',
      shape: [classes.length, width],
      data: Float64Array.from(classes.flatMap(({ values }) => values))
    }
  ])
}
