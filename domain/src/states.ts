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

/**
 * Sorting districts (the first three digits of a pincode) that belong to one state, with that state. Districts on both
 * sides of a border are left out, such as Chandigarh with Mohali (160), Saharanpur with Roorkee (247), Junagadh with
 * Diu (362), Daman (396), Khammam (507), Puducherry (605) and Mahe (673).
 */
const districts: readonly (readonly [first: number, last: number, code: string])[] = [
  [110, 110, '07'],
  [121, 136, '06'],
  [141, 152, '03'],
  [171, 177, '02'],
  [180, 193, '01'],
  [194, 194, '38'],
  [201, 243, '09'],
  [245, 245, '09'],
  [248, 249, '05'],
  [250, 261, '09'],
  [263, 263, '05'],
  [264, 285, '09'],
  [301, 345, '08'],
  [360, 361, '24'],
  [363, 395, '24'],
  [400, 402, '27'],
  [403, 403, '30'],
  [404, 445, '27'],
  [450, 488, '23'],
  [490, 497, '22'],
  [500, 506, '36'],
  [508, 509, '36'],
  [510, 532, '37'],
  [534, 535, '37'],
  [560, 591, '29'],
  [600, 603, '33'],
  [606, 606, '33'],
  [608, 608, '33'],
  [610, 643, '33'],
  [670, 672, '32'],
  [674, 681, '32'],
  [683, 695, '32'],
  [700, 736, '19'],
  [737, 737, '11'],
  [741, 743, '19'],
  [744, 744, '35'],
  [751, 770, '21'],
  [781, 788, '18'],
  [790, 792, '12'],
  [793, 794, '17'],
  [795, 795, '14'],
  [796, 796, '15'],
  [797, 798, '13'],
  [799, 799, '16'],
  [800, 812, '10'],
  [823, 824, '10'],
  [825, 835, '20'],
  [841, 855, '10'],
]

/** The code of the state of a pincode; null if its first three digits are unknown or shared by states. */
export function stateCodeOfPincode(pincode: string): string | null {
  const district = /^[1-9]\d{5}$/.test(pincode) ? Number(pincode.slice(0, 3)) : 0
  return districts.find(([first, last]) => first <= district && district <= last)?.[2] ?? null
}
