type Category = { _id: string; name: string; isActive?: boolean }

/**
 * Options of a select of sections, categories or subcategories: the active ones, plus the selected and the saved one
 * even if inactive or deleted, so that saving does not change them unnoticed. `categories` is undefined while
 * loading.
 */
export function choicesOf(categories: readonly Category[] | undefined, present: string, saved = '') {
  const choices = (categories ?? [])
    .filter(({ _id, isActive = true }) => isActive || _id === present || _id === saved)
    .map(({ _id, name, isActive = true }) => ({ value: _id, label: isActive ? name : `${name} (Inactive)` }))
  const isListed = present === '' || choices.some(({ value }) => value === present)
  return isListed ? choices : [...choices, { value: present, label: categories ? 'Not found' : 'Loading …' }]
}
