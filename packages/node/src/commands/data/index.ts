/** `unseen data ...`: every command about data sets. */
import type { AddCommand } from '../command.js'
import { addConvert } from './convert.js'
import { addDoctor } from './doctor.js'
import { addEmbed } from './embed.js'
import { addExtract } from './extract.js'
import { addGet } from './get.js'
import { addInfo } from './info.js'
import { addList } from './list.js'
import { addNew } from './new.js'

const commands: readonly AddCommand[] = [
  addList,
  addGet,
  addInfo,
  addDoctor,
  addNew,
  addConvert,
  addExtract,
  addEmbed
]

export const addData: AddCommand = (parent, context) => {
  const data = parent.command('data').description('open, check, convert, make and fetch data sets')
  for (const add of commands) add(data, context)
}
