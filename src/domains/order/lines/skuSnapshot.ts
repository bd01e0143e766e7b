/** What an order line remembers of its SKU, as it was sold. */
export interface SkuSnapshot {
  code: string;
  productCode: string;
  name: string;
  spec: string;
  saleText: string;
  image: string | null;
  unitName: string;
  unitDecimals: number;
}
