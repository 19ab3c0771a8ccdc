import { categories } from '@kirana/contract/categories'
import { keywords } from '@kirana/contract/keywords'
import type { Product } from '@kirana/contract/products'
import { sections } from '@kirana/contract/sections'
import { subcategories } from '@kirana/contract/subcategories'
import { queryClient, read } from '#/lib/api.ts'
import { type Compared, flagWords } from '#/components/forms/stale.ts'
import type { Basics } from './schema.ts'

const sectionNames = read(sections.list, {})
const categoryNames = read(categories.list, { query: { isGetAll: 'true' } })
const subcategoryNames = read(subcategories.list, { query: {} })
const keywordNames = read(keywords.list, {})

/** Loads the names of records that a product references by id. Call it before showing differences. */
export const loadNames = () =>
  Promise.allSettled([
    queryClient.ensureQueryData(sectionNames),
    queryClient.ensureQueryData(categoryNames),
    queryClient.ensureQueryData(subcategoryNames),
    queryClient.ensureQueryData(keywordNames),
  ])

type Named = readonly { _id: string; name: string }[]
const namesIn = (list: () => Named | undefined) => (value: unknown) =>
  [value]
    .flat()
    .filter((id) => id !== '')
    .map((id) => list()?.find(({ _id }) => _id === id)?.name ?? 'Not found')
    .join(', ')

/** The fields of step 1. */
export const compared: Compared<Basics, Product>[] = [
  { name: 'title', label: 'Title' },
  { name: 'subTitle', label: 'Subtitle' },
  { name: 'description', label: 'Description' },
  {
    name: 'section',
    label: 'Section',
    show: namesIn(() => queryClient.getQueryData(sectionNames.queryKey)),
  },
  {
    name: 'catagory',
    label: 'Category',
    show: namesIn(() => queryClient.getQueryData(categoryNames.queryKey)),
  },
  {
    name: 'subcategory',
    label: 'Subcategory',
    show: namesIn(() => queryClient.getQueryData(subcategoryNames.queryKey)),
  },
  {
    name: 'keyward',
    label: 'Keywards',
    show: namesIn(() => queryClient.getQueryData(keywordNames.queryKey)),
  },
  { name: 'mktBy', label: 'Manufacturer' },
  { name: 'mktDate', label: 'Manufacture Date' },
  { name: 'expDate', label: 'Expiry Date' },
  { name: 'hsn', label: 'HSN Code' },
  { name: 'origin', label: 'Country of Origin' },
  { name: 'loyaltyPoint', label: 'Loyalty Point' },
  { name: 'isActive', label: 'Enable/Disable', show: flagWords(['Enabled', 'Disabled']) },
]
