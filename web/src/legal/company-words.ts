import type { PublicCompany } from '@kirana/contract/company'
import { mailAddress, securityContact, webAddress } from '@kirana/domain/security-contact'

/** What the texts say of the company. Everything reads well where the settings are still empty. */
export type CompanyWords = {
  name: string
  /** One line for each way to reach the company; at least one. */
  contacts: readonly string[]
  gstin: string
  /** Where reports of weaknesses go, as the end of a sentence that asks for them 'by e-mail'. */
  securityMail: string
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

export function companyWords(company: PublicCompany): CompanyWords {
  const contacts = [
    ['Post', oneLine(company.address)],
    ['E-mail', mailAddress(company.email)],
    ['Phone', oneLine(company.contact)],
    ['Website', webAddress(company.website)?.href.replace(/\/$/, '') ?? ''],
  ]
    .filter(([, value]) => value)
    .map(([label, value]) => `${label}: ${value}`)
  const security = securityContact(company)
  return {
    name: oneLine(company.companyName) || 'Kirana',
    contacts: contacts.length > 0 ? contacts : ['The contact form in our app'],
    gstin: oneLine(company.gstNo),
    securityMail: security
      ? `by e-mail to ${security}`
      : 'by e-mail to our security team, whose address our contact form in the app gives you on request',
  }
}

/** The settings of a company that has filled in nothing. */
export const emptyCompany: PublicCompany = {
  companyName: '',
  email: '',
  contact: '',
  website: '',
  gstNo: '',
  address: '',
  deliveryTime: '',
}

/** Who takes complaints, by when, and how to reach them: the same in every document that names them. */
export const grievanceOfficer = ({ name, contacts }: CompanyWords) => [
  `Complaints about the service, about a product or about your personal data go to The Grievance Officer, ${name}:`,
  contacts,
  'Every complaint gets a ticket number. The Grievance Officer acknowledges it within 48 hours and resolves it within 30 days of receiving it, and tells you the outcome with its reasons.',
]
