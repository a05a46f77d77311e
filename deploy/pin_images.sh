#!/bin/sh
# Print the digests of the images that deploy/ starts from, as lines for deploy/.env:
#   sh deploy/pin_images.sh >> deploy/.env
# Needs Docker with buildx, and asks the registry. Run it again for an image with newer fixes.
set -eu

print_digest() {
  digest=$(docker buildx imagetools inspect "$2" --format '{{.Manifest.Digest}}')
  case "$digest" in
    sha256:*) echo "$1=$digest" ;;
    *) echo "$2: the registry gave no digest." >&2; exit 1 ;;
  esac
}

print_digest PYTHON_DIGEST docker.io/library/python:3.12-slim-bookworm
print_digest HAPROXY_DIGEST docker.io/library/haproxy:2.6
