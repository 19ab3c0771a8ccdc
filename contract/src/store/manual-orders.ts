import * as z from 'zod/mini'
import { forCustomer, post } from '../wire/route.ts'
import { flag, id, renamed } from '../wire/shapes.ts'

export const storeManualOrders = {
  add: post(
    forCustomer,
    '/store/manual-orders',
    'Sends photos of a handwritten list or of a prescription, which is kept longer; starts as Waiting. While the store is closed ' +
      'it is rejected with the code `closed`, and while 5 of the customer are waiting with 409 `waiting-photo-orders`',
    {
      body: z.object({ isPrescription: z._default(flag, false) }),
      files: {
        field: 'photos',
        kind: 'image',
        max: 5,
        tooMany: 'Upload 5 photos maximum',
        required: 'Select at least 1 photo',
      },
      data: renamed({ _id: id }, { _id: 'id' }),
      message: 'Order sent successfully',
    },
  ),
}
