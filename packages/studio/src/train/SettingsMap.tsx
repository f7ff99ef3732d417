/**
 * Settings tried, as they come in: accuracy on held-out classes by smoothing and by the strength of the other
 * penalty.
 */
import { type Run, settingAt } from '../document/runs.js'
import { plural } from '../lib/say.js'
import { heat } from '../parts/HeatLegend.js'
import { Term } from '../parts/Term.js'
import type { ReactNode } from 'react'
import styles from './train.module.css'

/** The scale without its middle, on which neither ink nor panel could be read. */
const shade = (share: number): number => (share < 0.5 ? 0.96 * share : 0.78 + 0.44 * (share - 0.5))

export function SettingsMap({ run: { family, axes, tried: all, best } }: { readonly run: Run }): ReactNode {
  // Of two families the map has class weights; the best of the other is said below it.
  const tried = family === 'auto' ? all.filter(each => each.family === 'class-weights') : all
  const clouds = family === 'auto' ? all.filter(each => each.family === 'gauss') : []
  const found = tried.map(({ accuracy }) => accuracy)
  const [least, most] = [Math.min(...found), Math.max(...found)]
  const otherName = family === 'paper' ? 'lambda3' : family === 'gauss' ? 'shrinkage' : 'ridge'
  const columns = axes.gamma.filter(
    gamma => family !== 'gauss' || gamma === 0 || tried.some(each => each.gamma === gamma)
  )
  const isBest = (gamma: number, other: number): boolean =>
    best !== undefined &&
    (family === 'gauss'
      ? best.options['predictive'] === (gamma === 1 ? 'yes' : 'no')
      : best.options['gamma'] === gamma) &&
    best.options[otherName] === other
  return (
    <figure className={styles.figure}>
      <figcaption>
        <b>Settings tried</b>{' '}
        <span>
          accuracy on held-out classes, per cent
          {tried.length > 0 &&
            `, ${plural(Math.max(...tried.map(({ folds }) => folds)), 'group')} of classes done`}
        </span>
      </figcaption>
      <table className={styles.settingsMapTable}>
        <caption className="visually-hidden">
          Accuracy on held-out classes by {otherName} (rows) and smoothing (columns)
        </caption>
        <thead>
          <tr>
            <td />
            {columns.map(gamma => (
              <th key={gamma} scope="col">
                {family === 'gauss' ? (gamma === 1 ? 'with error' : 'plain') : gamma}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...axes.other].reverse().map(other => (
            <tr key={other}>
              <th scope="row">{other}</th>
              {columns.map(gamma => {
                const setting = settingAt(tried, gamma, other)
                if (setting === undefined)
                  return (
                    <td key={gamma} className={styles.open}>
                      <span className="visually-hidden">not tried yet</span>
                    </td>
                  )
                const part = most > least ? (setting.accuracy - least) / (most - least) : 0.3
                return (
                  <td
                    key={gamma}
                    className={styles.cell}
                    data-strong={part >= 0.5 || undefined}
                    data-best={isBest(gamma, other) || undefined}
                    style={{ background: heat(shade(part)) }}
                    title={`${setting.third}, ± ${(100 * setting.standardError).toFixed(1)}`}
                  >
                    {(100 * setting.accuracy).toFixed(1)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.axis}>
        {clouds.length > 0 && (
          <>
            Gaussian weights: <b>{(100 * Math.max(...clouds.map(({ accuracy }) => accuracy))).toFixed(1)}</b>{' '}
            at best.{' '}
          </>
        )}
        {family === 'gauss' ? (
          'across: whether the error of foretold means joins the shape · up: how round the clouds are taken to be, shrinkage'
        ) : (
          <>
            across: <Term word="smoothing">smoothing of mixtures</Term>, γ · up:{' '}
            {family === 'paper' ? (
              <>
                <Term word="marginPerImage">margin per image</Term>, λ₃
              </>
            ) : (
              'penalty on the weights, ridge'
            )}
          </>
        )}
      </p>
    </figure>
  )
}
