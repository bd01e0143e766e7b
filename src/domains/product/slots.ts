import type { ComponentType } from 'react';

/** `slots/productDetail.tsx` of other domains: a section of a product's page. */
export interface ProductDetailSlot {
  title: string;
  note: string;
  Section: ComponentType<{ productId: string }>;
}
