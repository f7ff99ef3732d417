/** The style of the report: one column of text, room for figures, light and dark, and paper. */
import { themeVariables } from '../base/theme.js'

export const reportStyle = `
:root { ${themeVariables('light')} color-scheme: light dark; }
.unseen-only-dark { display: none; }
@media (prefers-color-scheme: dark) {
  :root { ${themeVariables('dark')} }
  .unseen-only-dark { display: inline; }
  .unseen-only-light { display: none; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--unseen-panel); color: var(--unseen-ink); font: 16px/1.55 Inter, 'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif; }
main, header, footer { max-width: 760px; margin: 0 auto; padding: 0 20px; }
header { padding-top: 48px; }
h1 { font-size: 30px; line-height: 1.2; margin: 0 0 12px; overflow-wrap: anywhere; }
h2 { font-size: 21px; margin: 56px 0 8px; padding-top: 16px; border-top: 1px solid var(--unseen-line); }
h3 { font-size: 16px; margin: 32px 0 4px; overflow-wrap: anywhere; }
p { margin: 8px 0; max-width: 68ch; overflow-wrap: anywhere; }
.lead { color: var(--unseen-ink2); }
.note { color: var(--unseen-ink3); font-size: 14px; }
a { color: var(--unseen-accent); }
nav ul { display: flex; flex-wrap: wrap; gap: 4px 18px; padding: 0; margin: 20px 0 0; list-style: none; font-size: 14px; }
code, pre { font: 13px/1.5 'JetBrains Mono', ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre { background: var(--unseen-sunken); padding: 12px 14px; border-radius: 4px; white-space: pre-wrap; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 14px; font-variant-numeric: tabular-nums; margin: 12px 0; }
caption { text-align: left; color: var(--unseen-ink2); padding-bottom: 6px; }
th, td { text-align: left; vertical-align: top; padding: 6px 12px 6px 0; border-bottom: 1px solid var(--unseen-line); overflow-wrap: break-word; }
th { font-weight: 600; }
tbody th { font-weight: 400; }
tbody th[scope=rowgroup] { font-weight: 600; padding-top: 14px; }
.number { text-align: right; white-space: nowrap; }
.number .note, thead .number { white-space: normal; }
.comparison th:first-child { min-width: 9em; }
.comparison th, .comparison td { padding-right: 8px; font-size: 13px; }
.facts th { width: 11em; color: var(--unseen-ink2); }
.facts td { overflow-wrap: anywhere; }
figure { margin: 12px 0 8px; }
figure svg, .mixtures svg { display: block; max-width: calc(100% + 24px); height: auto; margin: 0 -12px; }
.narrow { display: none; }
figcaption { color: var(--unseen-ink3); font-size: 14px; max-width: 68ch; }
.mixtures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(340px, 100%), 1fr)); gap: 8px 20px; }
.mixtures article { break-inside: avoid; min-width: 0; }
.examples { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 16px; padding: 0; margin: 12px 0; list-style: none; }
.examples li { font-size: 13px; line-height: 1.4; min-width: 0; overflow-wrap: anywhere; break-inside: avoid; }
.examples img, .blank { display: block; width: 96px; height: 96px; object-fit: contain; background: var(--unseen-sunken); border-radius: 2px; image-rendering: pixelated; margin-bottom: 6px; }
.right { color: var(--unseen-good); }
.wrong { color: var(--unseen-bad); }
dt { font-weight: 600; margin-top: 10px; }
dd { margin: 0; max-width: 68ch; }
footer { padding-top: 40px; padding-bottom: 48px; color: var(--unseen-ink3); font-size: 14px; }
@media (max-width: 640px) {
  .wide { display: none; }
  .narrow { display: block; }
  header { padding-top: 28px; }
  h1 { font-size: 25px; }
  .facts th { width: 7em; }
}
@media print {
  :root { ${themeVariables('light')} color-scheme: light; }
  .unseen-only-dark { display: none; }
  .unseen-only-light { display: inline; }
  .wide { display: block; }
  .narrow, nav { display: none; }
  body { font-size: 11pt; }
  h2, h3 { break-after: avoid; }
  figure, tr { break-inside: avoid; }
  a { color: inherit; }
}
`
