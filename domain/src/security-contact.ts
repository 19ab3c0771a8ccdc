const MAIL = /^[\w.+-]+@([a-z\d-]+\.)+[a-z][a-z\d-]+$/i
const HOST = /^([a-z\d-]+\.)+[a-z][a-z\d-]+$/

/** The text if it is an e-mail address that is safe in a `mailto:` link, otherwise ''. */
export const mailAddress = (text: string): string => (MAIL.test(text.trim()) ? text.trim() : '')

/** Parses the URL of a website, typed with or without 'https://'; null unless it is http(s) with a public host name. */
export function webAddress(website: string): URL | null {
  const text = website.trim()
  // The URL parser drops line breaks, and text before '@' can pass for the host.
  if (/[\s@]/.test(text)) return null
  const url = URL.parse(/^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`)
  return url && /^https?:$/.test(url.protocol) && HOST.test(url.hostname) ? url : null
}

/**
 * The address for vulnerability reports: `security@` the website's host without 'www.', otherwise the company's e-mail
 * address, otherwise ''.
 */
export function securityContact({ website, email }: { website: string; email: string }): string {
  const host = webAddress(website)?.hostname.replace(/^www\./, '')
  return host ? `security@${host}` : mailAddress(email)
}
