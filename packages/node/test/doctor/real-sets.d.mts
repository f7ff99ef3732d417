/** name of the expected report -> path within the folder of data */
export const realSets: Readonly<Record<string, string>>
