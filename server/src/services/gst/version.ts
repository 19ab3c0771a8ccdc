/**
 * Version of the portal's Returns Offline Tool that GSTR-1 follows; the portal does not check it. docs/running/gstr1.md
 * names the sources, and the reason for not using a later version.
 */
export const GSTR1_VERSION = 'GST3.2.4'
/** The day on which the fields of the JSON were compared with these sources. */
export const GSTR1_CHECKED = '2026-11-26'

/** From this month on, table 12 has a separate section for consumers. */
const HSN_SPLIT_FROM = '2025-05'

/** Whether table 12 of the return of `month` ('2026-11') has its sections `hsn_b2b` and `hsn_b2c`. */
export const isHsnSplit = (month: string) => month >= HSN_SPLIT_FROM

/** A description of the JSON schema; table 12 depends on `month`. */
export const gstr1Schema = (month: string) =>
  `GSTR-1 with table 12 as ${isHsnSplit(month) ? 'hsn_b2b and hsn_b2c (from 05-2025)' : 'hsn.data (until 04-2025)'}`
