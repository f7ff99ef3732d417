/** Fig. 2 and 6: how alike classes are by descriptions, by mixtures and by what was learned from images. */
import type { ResultRow } from '@unseen/report'
import { type DataName, type Experiment, dataNames } from './experiment.js'
import type { FoundData } from './find-data.js'
import type { Tested } from './measure.js'
import { affinityOf, mixturesOf, signatureAffinity, targetAffinity } from './model-figures.js'
import { fig6 as published } from './published.js'

/** In the order of preference: the paper has aP&Y. */
const forFig2 = ['apy', 'awa', 'cub'] as const satisfies readonly DataName[]
const centred =
  'Mean proportions are centred over the classes before the cosine: all rows share a large common part, by which INT and ReLU differ.'

export const fig2: Experiment = {
  name: 'fig2',
  title: 'Fig. 2: how alike classes are',
  summary: 'affinities of signatures, source and target embeddings, seen and unseen classes, on aP&Y or AwA',
  needs: forFig2,
  async run(context) {
    const found = forFig2.flatMap(name => context.data(name))[0]
    context.onProgress?.(`Fig. 2: ${dataNames[found.name]}`, 0)
    const tested = await context.tuned(found, { split: {}, family: 'paper', seed: context.seed })
    return {
      figures: [
        {
          ...affinityOf(tested, `Fig. 2: ${dataNames[found.name]}`),
          text: context.caption(
            `Cosines between the signatures, the mixtures (source embeddings) and the mean proportions (target embeddings) of the seen and of the unseen classes; parameters chosen by cross validation. ${centred}${found.name === 'apy' ? '' : ' The paper shows aP&Y, which is not there.'}`,
            [found]
          )
        }
      ],
      ...(found.name === 'apy'
        ? {}
        : { missing: [`Fig. 2 on aP&Y, as the paper has it: made on ${dataNames[found.name]} instead.`] })
    }
  }
}

export const fig6: Experiment = {
  name: 'fig6',
  title: 'Fig. 6: Animals with Attributes, kinds of features',
  summary: 'a matrix of the unseen classes and the accuracy for each kind of features there is',
  needs: ['awa'],
  async run(context) {
    const kinds: { readonly found: FoundData; readonly tested: Tested }[] = []
    const all = context.data('awa')
    for (const [at, found] of all.entries()) {
      context.onProgress?.(`Fig. 6: ${found.features}`, at / all.length)
      kinds.push({
        found,
        tested: await context.tuned(found, { split: {}, family: 'paper', seed: context.seed })
      })
    }
    const [{ tested: first }] = kinds
    const matrices = kinds.map(({ found, tested }) => ({
      title: `${found.features} (${(100 * tested.accuracy).toFixed(1)})`,
      values: targetAffinity(tested, first.data.split.unseen)
    }))
    return {
      results: [
        {
          title: 'Fig. 6: accuracy by kind of features',
          measure: 'accuracy per image among the ten unseen classes',
          rows: rowsOf(kinds)
        }
      ],
      figures: [
        {
          name: 'affinity',
          data: {
            title: 'Fig. 6: Animals with Attributes, unseen classes',
            groups: [
              {
                title: 'unseen classes',
                classes: first.data.split.unseen,
                matrices: [
                  { title: 'attributes', values: signatureAffinity(first, first.data.split.unseen) },
                  ...matrices
                ]
              }
            ]
          },
          text: context.caption(
            `Cosines between the ten unseen classes: by their attributes, and by the mean proportions of their test images for each kind of features, with the accuracy in per cent. ${centred}`,
            all
          )
        }
      ],
      mixtures: mixturesOf(first),
      missing: Object.keys(published)
        .filter(kind => !all.some(({ features }) => sameKind(features, kind)))
        .map(kind => `Fig. 6, ${kind}: give these features with --data awa=FOLDER.`)
    }
  }
}

/** Every kind that the paper has or that is here, the published figure beside the same kind alone. */
function rowsOf(kinds: readonly { readonly found: FoundData; readonly tested: Tested }[]): ResultRow[] {
  const theirs = Object.entries(published).map(([kind, value]): ResultRow => {
    const own = kinds.find(({ found }) => sameKind(found.features, kind))
    return {
      name: kind,
      published: { value: value / 100, source: 'Fig. 6' },
      ...(own === undefined
        ? { note: 'these features are not there' }
        : { ours: { value: own.tested.accuracy } })
    }
  })
  const others = kinds
    .filter(({ found }) => !Object.keys(published).some(kind => sameKind(found.features, kind)))
    .map(({ found, tested }): ResultRow => ({ name: found.features, ours: { value: tested.accuracy } }))
  return [...theirs, ...others]
}

/** "awa-surf" is surf-hist, but "rgsift" is not sift-hist. */
function sameKind(features: string, kind: string): boolean {
  const words = (text: string): string[] =>
    text
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter(word => word !== '' && word !== 'hist' && word !== 'awa')
  return words(features).join(' ') === words(kind).join(' ')
}
