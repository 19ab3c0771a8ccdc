const MAIL = /^[\w.+-]+@([a-z\d-]+\.)+[a-z][a-z\d-]+$/i
const HOST = /^([a-z\d-]+\.)+[a-z][a-z\d-]+$/

/** The text where it is a mail address that can be linked to as it stands; else ''. */
export const mailAddress = (text: string): string => (MAIL.test(text.trim()) ? text.trim() : '')

/** The address of a website as people write it, with or without 'https://': null unless it is one that a browser opens. */
export function webAddress(website: string): URL | null {
  const text = website.trim()
  // URL takes line breaks out, and shows a name before '@' as if it were the host.
  if (/[\s@]/.test(text)) return null
  const url = URL.parse(/^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`)
  return url && /^https?:$/.test(url.protocol) && HOST.test(url.hostname) ? url : null
}

/**
 * Where reports of weaknesses go: `security@` the website's host, else the company's own mail address, else ''. Mail for
 * a site is seldom taken at its 'www.'.
 */
export function securityContact({ website, email }: { website: string; email: string }): string {
  const host = webAddress(website)?.hostname.replace(/^www\./, '')
  return host ? `security@${host}` : mailAddress(email)
}
