/** Unseen classes in words and bars, examples, what fails, how to run it again, and the words used. */
import type { DocumentLike } from '../base/canvas.js'
import { toMarkup } from '../base/markup.js'
import { cutName, percent } from '../base/text.js'
import { mixtureFigure, mixtureInWords } from '../figures/mixture.js'
import { Html, html, nameOf, safeImage } from './html.js'
import type { Report, ReportExample, ReportFailure, ReportMixture, RunAgain } from './types.js'

export function mixturesSection(
  mixtures: readonly ReportMixture[],
  { classes }: Report,
  document: DocumentLike
): Html {
  const owners = classes === undefined ? {} : { classes: [...classes.seen, ...classes.unseen] }
  return html`<p class="lead">The model has no image of these classes. It knows each by its description alone, which it reads as a mixture of classes it has seen. An image is recognised when it looks like the same mixture.</p>
<div class="mixtures">${mixtures.map(({ class: name, shares, accuracy, note }) => html`<article><h3>${nameOf(cutName(name))}</h3><p><bdi>${mixtureInWords(name, shares)}</bdi>${accuracy === undefined ? '' : `. Recognised: ${percent(accuracy)} of its images.`}</p>${note === undefined ? undefined : html`<p class="note">${note}</p>`}${new Html(toMarkup(mixtureFigure({ class: name, shares }, { document, theme: 'auto', width: 340, ...owners })))}</article>`)}</div>`
}

export function examplesSection({ certain, uncertain }: NonNullable<Report['examples']>): Html {
  return html`<p class="lead">The margin is how far the answer lies above the runner-up. A certain answer that is wrong tells more than many right ones.</p>
${certain.length === 0 ? undefined : html`<h3>Most certain</h3>${exampleList(certain)}`}${uncertain.length === 0 ? undefined : html`<h3>Least certain</h3>${exampleList(uncertain)}`}`
}

function exampleList(examples: readonly ReportExample[]): Html {
  return html`<ul class="examples">${examples.map(({ name, thumbnail, truth, answer, next, margin }) => {
    const image = safeImage(thumbnail)
    const right = truth === answer
    const picture =
      image === undefined
        ? html`<span class="blank" aria-hidden="true"></span>`
        : html`<img src="${image}" alt="${cutName(name)}" width="96" height="96">`
    return html`<li>${picture}<span class="${right ? 'right' : 'wrong'}">${right ? 'right: ' : 'wrong: '}</span>${nameOf(cutName(answer))}${right ? undefined : html`<br>in truth ${nameOf(cutName(truth))}`}${next === undefined ? undefined : html`<br><span class="note">then ${nameOf(cutName(next))}${margin === undefined ? '' : `, margin ${Number(margin.toPrecision(2))}`}</span>`}<br><span class="note">${nameOf(cutName(name))}</span></li>`
  })}</ul>`
}

export function failuresSection(failures: readonly ReportFailure[]): Html {
  return html`<p class="lead">Where it goes wrong, and what is known about why.</p>${failures.map(({ title, text, examples = [] }) => html`<h3>${title}</h3><p>${text}</p>${examples.length === 0 ? undefined : exampleList(examples)}`)}`
}

export function againSection({ commands, note }: RunAgain): Html {
  return html`<p class="lead">These commands make this report again; the last one compares the new numbers with the ones in this file.</p>
<pre>${commands.join('\n')}</pre>${note === undefined ? undefined : html`<p class="note">${note}</p>`}`
}

const words: readonly [string, string][] = [
  [
    'Seen class, unseen class',
    'A seen class has images to learn from. An unseen class has none, only a description.'
  ],
  [
    'Signature',
    'The description of a class as a list of numbers: attributes, a word vector, or the embedding of a sentence.'
  ],
  ['Features', 'An image as a list of numbers, made by a network that was trained on other images.'],
  [
    'Mixture',
    'A class as shares of seen classes, found from the signatures alone: zebra = 41 % horse + 22 % tiger + ...'
  ],
  ['Proportions', 'An image as shares of seen classes, found from its features.'],
  [
    'Score',
    'How well the proportions of an image fit the mixture of a class. The class with the highest score is the answer.'
  ],
  [
    'Among unseen, among all',
    'Which classes may be the answer: only the unseen ones, or seen ones too, which is harder.'
  ],
  [
    'Per image, per class',
    'Accuracy over all images, or first for each class and then the mean over classes, so that small classes count as much as large ones.'
  ],
  [
    'Held-out class',
    'A seen class that is hidden while parameters are chosen, so that the choice never looks at unseen classes.'
  ],
  [
    'Gamma',
    'How much mixtures are smoothed: at 0 a class is made of few others, at a large value of all of them.'
  ]
]

export function glossarySection(): Html {
  return html`<dl>${words.map(([word, meaning]) => html`<dt>${word}</dt><dd>${meaning}</dd>`)}</dl>`
}
