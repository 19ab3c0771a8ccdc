/** GST state codes (CBIC): the first two digits of a GSTIN. */
const states: Record<string, string> = {
  '01': 'Jammu and Kashmir',
  '02': 'Himachal Pradesh',
  '03': 'Punjab',
  '04': 'Chandigarh',
  '05': 'Uttarakhand',
  '06': 'Haryana',
  '07': 'Delhi',
  '08': 'Rajasthan',
  '09': 'Uttar Pradesh',
  '10': 'Bihar',
  '11': 'Sikkim',
  '12': 'Arunachal Pradesh',
  '13': 'Nagaland',
  '14': 'Manipur',
  '15': 'Mizoram',
  '16': 'Tripura',
  '17': 'Meghalaya',
  '18': 'Assam',
  '19': 'West Bengal',
  '20': 'Jharkhand',
  '21': 'Odisha',
  '22': 'Chhattisgarh',
  '23': 'Madhya Pradesh',
  '24': 'Gujarat',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '27': 'Maharashtra',
  '29': 'Karnataka',
  '30': 'Goa',
  '31': 'Lakshadweep',
  '32': 'Kerala',
  '33': 'Tamil Nadu',
  '34': 'Puducherry',
  '35': 'Andaman and Nicobar Islands',
  '36': 'Telangana',
  '37': 'Andhra Pradesh',
  '38': 'Ladakh',
}
/** Union territories without a legislature, where UTGST replaces SGST. */
const unionTerritories = new Set(['04', '26', '31', '35', '38'])

const plain = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^a-z]/g, '')
const codes = new Map(Object.entries(states).map(([code, name]) => [plain(name), code]))

/** The code of a state by name, ignoring case and spaces: 'maharashtra' → '27'; null if unknown. */
export const stateCode = (name: string): string | null => codes.get(plain(name)) ?? null

/** The name of a state by code: '27' → 'Maharashtra'; null if unknown. */
export const stateName = (code: string): string | null => states[code] ?? null

/** The name of the state's half of the tax (UTGST Act 2017, section 1). */
export const stateTaxName = (code: string): 'SGST' | 'UTGST' =>
  unionTerritories.has(code) ? 'UTGST' : 'SGST'
