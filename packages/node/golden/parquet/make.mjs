// Golden Parquet files, made by DuckDB, and what they hold (expected.json), stated beside each array.
// DuckDB is no dependency of the project: install @duckdb/node-api anywhere and name its folder.
//
//     node make.mjs FOLDER/node_modules/@duckdb/node-api/lib/index.js
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const { DuckDBInstance } = await import(pathToFileURL(process.argv[2]).href)
const connection = await (await DuckDBInstance.create()).connect()
const files = {}
const refused = {}

const array = (name, type, data, shape = [data.length]) => ({ name, type, shape, data: data.map(String) })

async function make(file, query, holds, options = '') {
  await connection.run(`COPY (${query}) TO '${join(here, file)}' (FORMAT parquet${options})`)
  if (typeof holds === 'string') refused[file] = holds
  else if (holds !== undefined) files[file] = holds
}

const whole = { TINYINT: ['int8', -128, 127], UTINYINT: ['uint8', 0, 255], SMALLINT: ['int16', -32768, 32767], USMALLINT: ['uint16', 0, 65535], INTEGER: ['int32', -2147483648, 2147483647], UINTEGER: ['uint32', 0, 4294967295], BIGINT: ['int64', '-9223372036854775808', '9223372036854775807'], UBIGINT: ['uint64', 0, '18446744073709551615'] }
const columns = Object.entries(whole).map(([type, [ours, low, high]]) => ({ ours, values: [low, high, 1], query: `unnest([${[low, high, 1].map((value) => `'${value}'::${type}`).join(', ')}]) AS ${ours}` }))
await make('types.parquet', `SELECT ${columns.map(({ query }) => query).join(', ')}, unnest([true, false, true]) AS truth, unnest(['nan'::FLOAT, '-inf'::FLOAT, 0.1::FLOAT]) AS single, unnest([1e300::DOUBLE, '-0.0'::DOUBLE, 0.1::DOUBLE]) AS double, unnest(['zebra', 'chat à la crème', '熊猫 🐬']) AS words`, [
  ...columns.map(({ ours, values }) => array(ours, ours, values)), array('truth', 'bool', [1, 0, 1]), array('single', 'float32', ['nan', '-inf', Math.fround(0.1)]), array('double', 'float64', [1e300, '-0', 0.1]), array('words', 'text', ['zebra', 'chat à la crème', '熊猫 🐬'])])

const lists = 'SELECT i::INTEGER AS label, [i, i + 0.5, -i]::FLOAT[3] AS features, [i % 2 = 0, true] AS flags FROM range(7) t(i)'
const listsHold = [array('label', 'int32', [0, 1, 2, 3, 4, 5, 6]), array('features', 'float32', [0, 1, 2, 3, 4, 5, 6].flatMap((i) => [i, i + 0.5, i === 0 ? 0 : -i]), [7, 3]), array('flags', 'bool', [0, 1, 2, 3, 4, 5, 6].flatMap((i) => [i % 2 === 0 ? 1 : 0, 1]), [7, 2])]
for (const codec of ['uncompressed', 'snappy', 'gzip', 'zstd', 'brotli', 'lz4_raw']) await make(`lists-${codec}.parquet`, lists, listsHold, `, COMPRESSION ${codec}`)
await make('lists-v2.parquet', lists, listsHold, ', PARQUET_VERSION v2')

await make('missing.parquet', "SELECT unnest([1.5::DOUBLE, NULL, 2.5]) AS weight, unnest(['a', NULL, 'c']) AS word, unnest([[1::FLOAT, NULL], [NULL, 2], [3, 4]]) AS pair", [
  array('weight', 'float64', [1.5, 'nan', 2.5]), array('word', 'text', ['a', '', 'c']), array('pair', 'float32', [1, 'nan', 'nan', 2, 3, 4], [3, 2])])

// Several groups, and runs that a dictionary makes: of every kind, packed and repeated. The test says what it holds.
await make('groups.parquet', "SELECT (i % 3)::UTINYINT AS label, 'class ' || (i // 1000) AS class, [i % 5, 7]::SMALLINT[2] AS pair FROM range(5000) t(i)", undefined, ', ROW_GROUP_SIZE 2048')
await make('empty.parquet', 'SELECT i::INTEGER AS a FROM range(0) t(i)', [array('a', 'int32', [])])
await make('small.parquet', "SELECT i::INTEGER AS a, [i, 2]::FLOAT[2] AS m, 'x' || i AS t FROM range(3) t(i)", [array('a', 'int32', [0, 1, 2]), array('m', 'float32', [0, 2, 1, 2, 2, 2], [3, 2]), array('t', 'text', ['x0', 'x1', 'x2'])])

await make('ragged.parquet', 'SELECT unnest([[1], [2, 3]]) AS a', 'format.unsupported')
await make('ragged-even.parquet', 'SELECT unnest([[1], [2, 3, 4]]) AS a', 'format.unsupported')
await make('missing-whole.parquet', 'SELECT unnest([1, NULL]) AS a', 'format.value')
await make('dates.parquet', "SELECT DATE '2020-01-01' AS a", 'format.unsupported')
await make('decimals.parquet', 'SELECT 1.5::DECIMAL(9, 2) AS a', 'format.unsupported')
await make('struct.parquet', "SELECT {'x': 1, 'y': 2} AS a", 'format.unsupported')
await make('nested.parquet', 'SELECT [[1, 2], [3, 4]] AS a', 'format.unsupported')

const listed = (arrays) => `[\n${arrays.map((entry) => JSON.stringify(entry)).join(',\n')}\n]`
writeFileSync(join(here, 'expected.json'), `{"files": {\n${Object.entries(files).map(([file, arrays]) => `${JSON.stringify(file)}: ${listed(arrays)}`).join(',\n')}\n},\n"refused": ${JSON.stringify(refused, undefined, 0)}}\n`)
