/** Fallback for Support if the server has no chat link. */
const DEFAULT_CHAT = 'https://wa.me/'

/** The vendor's chat link with a prefilled message that names the user and the screen. */
export function supportLink(chat: string | undefined, person: string, screen: string) {
  const link = new URL(chat || DEFAULT_CHAT)
  link.searchParams.set(
    'text',
    `Hello, this is ${person} from the Kirana back office (${screen}). I need help with `,
  )
  return link.href
}
