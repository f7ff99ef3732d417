/** A light document for drawing figures without a browser. */
import type { DocumentLike } from '@unseen/report'
import { parseHTML } from 'linkedom'

/** A light document for figures and reports where there is no page. */
export function createDocument(): DocumentLike {
  const { document } = parseHTML('<!doctype html><html><head></head><body></body></html>') as unknown as {
    document: DocumentLike
  }
  return document
}
