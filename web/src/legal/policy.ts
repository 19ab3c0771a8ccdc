export type Table = { head: readonly string[]; rows: readonly (readonly string[])[] }

/** A paragraph, a list, or a table. */
export type Block = string | readonly string[] | Table

export type Section = { title: string; blocks: readonly Block[] }

/** One document of the legal page. Its sections are numbered where they are shown. */
export type Policy = { title: string; intro: string; sections: readonly Section[] }

/** The day from which these texts hold. A change of a text changes it. */
export const EFFECTIVE = '2026-11-21'
