export { ledgerKinds } from '../ledgerKinds';
