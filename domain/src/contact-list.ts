/** Filters and sorts of the contact messages. */
export const contactFilters = ['', 'new', 'in-work', 'answered', 'overdue'] as const
export type ContactFilter = (typeof contactFilters)[number]
export const contactSorts = ['', 'due'] as const
export type ContactSort = (typeof contactSorts)[number]
