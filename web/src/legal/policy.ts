export type Table = { head: readonly string[]; rows: readonly (readonly string[])[] }

/** A paragraph, a list, or a table. */
export type Block = string | readonly string[] | Table

export type Section = { title: string; blocks: readonly Block[] }

/** One document of the legal page. Section numbers are added when it is rendered. */
export type Policy = { title: string; intro: string; sections: readonly Section[] }

/** Effective date of the texts. Update it with every change of a text. */
export const EFFECTIVE = '2026-11-27'
