/** A light document for the tests of this package. */
import type { DocumentLike } from '@unseen/report'
import { parseHTML } from 'linkedom'

export function createDocument(): DocumentLike {
  return parseHTML('<!doctype html><html><head></head><body></body></html>').document
}
