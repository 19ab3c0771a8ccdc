import { write } from '../route.ts'
import { id, spelled } from '../shapes.ts'

export const storeManualOrders = {
  add: write({
    access: 'customer',
    method: 'POST',
    path: '/store/manual-orders',
    summary: 'Sends photos of a handwritten list; starts as Waiting',
    files: {
      field: 'photos',
      kind: 'image',
      max: 5,
      tooMany: 'Upload 5 photos maximum',
      required: 'Select at least 1 photo',
    },
    data: spelled({ _id: id }, { _id: 'id' }),
    message: 'Order sent successfully',
  }),
}
