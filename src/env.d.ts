/// <reference types="astro/client" />
declare namespace App {
  interface Locals {
    visitor: import('~/server/context.server').Visitor;
    screen: import('~/portal/screens').Screen | undefined;
  }
}
