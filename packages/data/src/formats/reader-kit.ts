/**
 * What a reader outside this package needs to be like those within: limits, refusals, types, MATLAB's trees.
 */
export { count } from '@unseen/core'
export { crc32 } from '@unseen/core/internal'
export { type Reading, bytesOf, chunksOf, entriesOf, quote, sliceOf, startReading } from './reading.js'
export { type ElementTypeName, elementTypes, numbersToBytes, typeToWrite } from './element-types.js'
export { swapBytes, toRowMajor } from './layout.js'
export { checkRange, matrixOf } from './array-rows.js'
export { Context as MatlabContext } from './matlab/context.js'
export { flatten as flattenMatlab } from './matlab/flatten.js'
export { toRows } from './matlab/order.js'
export { arrangeText, textOfUnits } from './matlab/text.js'
export { type Value as MatlabValue, emptyChar, leaf, record, sparseValue, unfilled } from './matlab/values.js'
