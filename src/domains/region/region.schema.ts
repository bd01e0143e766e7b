import { z } from 'zod';

/** Spec section 3: the area dictionary, with areas and citys renamed children. Codes are GB/T 2260: 330106 lies in 330100 in 330000. */
export const District = z.object({ value: z.string(), label: z.string() });
export const City = District.extend({ children: z.array(District) });
export const Province = District.extend({ children: z.array(City) });
/** ISO 3166-1 alpha-2 code and Chinese name. */
export const Country = z.object({ code: z.string(), name: z.string() });
export type Country = z.output<typeof Country>;
export type Province = z.output<typeof Province>;
