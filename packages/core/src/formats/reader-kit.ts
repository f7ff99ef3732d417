/**
 * What a reader outside this package needs to be like those within: limits, refusals, types, MATLAB's trees.
 */
export { count } from '../base/errors.js'
export { crc32 } from '../base/crc32.js'
export { bytesOf, chunksOf, entriesOf, quote, sliceOf, startReading, type Reading } from './reading.js'
export { elementTypes, numbersToBytes, typeToWrite, type ElementTypeName } from './element-types.js'
export { swapBytes, toRowMajor } from './layout.js'
export { checkRange, matrixOf } from './array-rows.js'
export { Context as MatlabContext } from './matlab-context.js'
export { flatten as flattenMatlab } from './matlab-flatten.js'
export { toRows } from './matlab-order.js'
export { arrangeText, textOfUnits } from './matlab-text.js'
export { emptyChar, leaf, record, sparseValue, unfilled, type Value as MatlabValue } from './matlab-values.js'
