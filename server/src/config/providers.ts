import type { Config } from './config.ts'

type Providers = Pick<Config, 'sms' | 'razorpay'>

/** Whether sign-in codes reach customers' phones. */
export const sendsCodes = ({ sms }: Providers) => sms !== null

/** Whether customers can pay online. Otherwise they pay by cash or wallet. */
export const takesOnlinePayments = ({ razorpay }: Providers) => razorpay !== null

/** Whether the keys are of Razorpay's test mode: published test cards pay orders, and no money moves. */
export const isTestMode = ({ razorpay }: Providers) => razorpay?.keyId.startsWith('rzp_test_') ?? false
