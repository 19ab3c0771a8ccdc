import type { Sms } from '../../../sms-settings.ts'
import { httpProvider } from './http.ts'
import type { CodeProvider } from './provider.ts'

/** The provider that the settings name. */
export const openProvider = (sms: Sms): CodeProvider => httpProvider(sms)
