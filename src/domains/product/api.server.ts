import './attributeExport.server';
import './attributeImport.server';
import './categoryExport.server';
import './categoryImport.server';
import './productImport.server';
import { serve } from '~/server/serve.server';
import * as attribute from './attribute.server';
import * as calls from './calls';
import './productExport.server';
import { catalogueFor, findByCodes, searchSkus } from './catalogue.server';
import * as category from './category.server';
import * as tree from './categoryTree.server';
import { productDetail } from './productDetail.server';
import { listBrands, listProducts } from './productList.server';
import { saveProduct } from './productSave.server';
import * as shelf from './shelf.server';
import * as unit from './unit.server';

serve(calls.skuSearch, (tx, me, input, { now }) => searchSkus(tx, me, input, now));
serve(calls.skuCatalogue, (tx, me, input, { now }) => catalogueFor(tx, me, { ...input, customerId: '', warehouseId: '', all: '' }, now));
serve(calls.skusByCodes, async (tx, me, input, { now }) => ({ results: await findByCodes(tx, me, input, now) }));

serve(calls.productList, listProducts);
serve(calls.productDetail, productDetail);
serve(calls.productSave, saveProduct);
serve(calls.productDelete, shelf.deleteProduct);
serve(calls.productShelf, shelf.setShelf);
serve(calls.productSetCategory, shelf.changeMany);
serve(calls.productSetTax, shelf.changeMany);
serve(calls.brandOptions, listBrands);

serve(calls.categoryOptions, category.categoryChoices);
serve(calls.categoryTree, async (tx, me) => ({ categories: await category.listCategories(tx, me) }));
serve(calls.categorySave, category.saveCategory);
serve(calls.categoryMove, tree.moveCategory);
serve(calls.categoryStatus, tree.setCategoryStatus);
serve(calls.categoryDelete, tree.deleteCategory);

serve(calls.attributeList, attribute.listAttributes);
serve(calls.attributeOptions, (tx, me) => attribute.attributeChoices(tx, me));
serve(calls.attributeSave, attribute.saveAttribute);
serve(calls.attributeStatus, attribute.setAttributeStatus);
serve(calls.attributeSort, attribute.sortAttributes);
serve(calls.attributeDelete, attribute.deleteAttribute);

serve(calls.unitList, (tx, me) => unit.listUnits(tx, me));
serve(calls.unitSave, unit.saveUnit);
serve(calls.unitDelete, unit.deleteUnit);
