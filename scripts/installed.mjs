import { noteInstall } from './setup.mjs'

noteInstall()
