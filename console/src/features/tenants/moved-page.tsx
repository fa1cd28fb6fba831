import { Navigate, useLocation } from '@tanstack/react-router';
import { movedAddress } from './moved-address.ts';

export function MovedPage() {
  const { pathname, hash } = useLocation();
  return <Navigate to={movedAddress(pathname)} search hash={hash} replace />;
}
