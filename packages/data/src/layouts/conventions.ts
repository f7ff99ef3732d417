/**
 * The names by which people call the parts of a data set, in files and within them. Lower case, with
 * '_' between words; whatever is compared with them is brought into that form first.
 */
export const called = {
  features: ['features', 'feature', 'feats', 'x', 'counts', 'embeddings'],
  labels: ['labels', 'label', 'y', 'targets', 'target', 'class', 'class_label', 'category'],
  classes: ['classes', 'class_names', 'classnames', 'allclasses_names', 'class_name', 'names'],
  attributes: ['attributes', 'attribute_names', 'attribute'],
  signatures: ['signatures', 'attributes', 'signature', 'class_attributes', 'predicates', 'att'],
  rowNames: ['row_names', 'image_files', 'files', 'file', 'image', 'images', 'filenames', 'filename', 'path'],
  seen: ['seen', 'seen_classes', 'train_classes', 'trainclasses'],
  unseen: ['unseen', 'unseen_classes', 'test_classes', 'testclasses']
} as const

export type PartName = keyof typeof called

/** 'Class-Names' -> 'class_names' */
export function plainName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s.-]+/g, '_')
}

export function isCalled(part: PartName, name: string): boolean {
  return (called[part] as readonly string[]).includes(plainName(name))
}

/** 'signatures_words' -> 'words', 'attributes' -> 'attributes'; undefined for other names. */
export function tableName(name: string): string | undefined {
  const plain = plainName(name)
  if ((called.signatures as readonly string[]).includes(plain)) return plain
  return /^\s*(?:signatures|attributes)[_.\s-](?<rest>.+)$/is.exec(name)?.groups?.['rest']
}
