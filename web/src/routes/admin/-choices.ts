type Place = { _id: string; name: string; isActive?: boolean }

/**
 * What a select offers of sections, categories or subcategories: the active ones, and those that the thing has or had
 * whatever became of them, so that saving changes none of them unseen. `places` is undefined until they have come.
 */
export function choicesOf(places: readonly Place[] | undefined, present: string, saved = '') {
  const choices = (places ?? [])
    .filter(({ _id, isActive = true }) => isActive || _id === present || _id === saved)
    .map(({ _id, name, isActive = true }) => ({ value: _id, label: isActive ? name : `${name} (Inactive)` }))
  const isThere = present === '' || choices.some(({ value }) => value === present)
  return isThere ? choices : [...choices, { value: present, label: places ? 'Not found' : 'Loading …' }]
}
