/** The riders of the sample store, who sign in at /rider with `SAMPLE_PIN`. The last one takes no cash. */
export const sampleRiders = [
  { name: 'Kiran Jadhav', phone: '+919700000001', cashLimit: 500_000 },
  { name: 'Meera Nair', phone: '+919700000002', cashLimit: 300_000 },
  { name: 'Salim Shaikh', phone: '+919700000003', cashLimit: 0 },
] as const
