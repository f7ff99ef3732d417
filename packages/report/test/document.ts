/** A light document for the tests of this package. */
import type { DocumentLike } from '../src/base/canvas.js'
import { parseHTML } from 'linkedom'

export function createDocument(): DocumentLike {
  return parseHTML('<!doctype html><html><head></head><body></body></html>').document
}
