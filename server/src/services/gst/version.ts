/** What the offline tool writes; the portal does not check it. docs/running/gstr1.md names the sources. */
export const GSTR1_VERSION = 'GST3.2.4'
/** The day on which the fields of the JSON were compared with them. */
export const GSTR1_CHECKED = '2026-11-26'
