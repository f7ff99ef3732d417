/** What the page Recognise asks of the engine, and what it is told. */

/** Of rows that were brought along, pictures included: so much is kept with a project. */
export const KEPT_MEGABYTES = 64
