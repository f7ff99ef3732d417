/** A report as one HTML file. */
import { type Report, renderReport } from '@unseen/report'
import { createDocument } from '../figures/document.js'
import { writeFileWhole } from '../files/write-file.js'

export async function writeReport(path: string, report: Report): Promise<void> {
  await writeFileWhole(path, renderReport(report, { document: createDocument() }))
}
