/** How much of the rows that somebody adds, pictures included, is kept with a project. */
export const KEPT_MEGABYTES = 64
