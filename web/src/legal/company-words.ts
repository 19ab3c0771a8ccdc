import type { PublicCompany } from '@kirana/contract/company'
import { fssaiLine } from '@kirana/domain/fssai'
import { printableGstin } from '@kirana/domain/gstin'
import { mailAddress, securityContact, webAddress } from '@kirana/domain/security-contact'

/** The company's details used by the texts, worded so that the sentences are complete even if settings are empty. */
export type CompanyWords = {
  name: string
  /** One line per contact channel; at least one. */
  contacts: readonly string[]
  gstin: string
  /** 'FSSAI licence no. …', or ''. */
  fssai: string
  /** Contact for vulnerability reports, as the end of a sentence that asks for them 'by e-mail'. */
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
    gstin: printableGstin(company.gstNo),
    fssai: fssaiLine(company.fssai),
    securityMail: security
      ? `by e-mail to ${security}`
      : 'by e-mail to our security team, whose address our contact form in the app gives you on request',
  }
}

/** Company settings with every field empty. */
export const emptyCompany: PublicCompany = {
  companyName: '',
  email: '',
  contact: '',
  website: '',
  gstNo: '',
  fssai: '',
  address: '',
  deliveryTime: '',
}

/** The grievance officer's details, deadlines and contacts: the same in every document. */
export const grievanceOfficer = ({ name, contacts }: CompanyWords) => [
  `Complaints about the service, about a product or about your personal data go to The Grievance Officer, ${name}:`,
  contacts,
  'Every complaint gets a ticket number. The Grievance Officer acknowledges it within 48 hours and resolves it within 30 days of receiving it, and tells you the outcome with its reasons.',
]
