#!/usr/bin/env bash
# Packs build/bundle/Headscope.app into a disk image; signed and notarised where the environment has the certificate.
set -euo pipefail
cd "$(dirname "$0")/../../build/bundle"

version=$(python3 -c "import sys; sys.path.insert(0, '../..'); from model.common.version import VERSION; print(VERSION)")
image="Headscope-$version-arm64.dmg"

if [ -n "${CERTIFICATE:-}" ]; then
    keychain="$RUNNER_TEMP/signing.keychain"
    base64 --decode <<<"$CERTIFICATE" >"$RUNNER_TEMP/certificate.p12"
    security create-keychain -p "" "$keychain"
    security unlock-keychain -p "" "$keychain"
    security import "$RUNNER_TEMP/certificate.p12" -k "$keychain" -P "$PASSWORD" -T /usr/bin/codesign
    security set-key-partition-list -S apple-tool:,apple: -s -k "" "$keychain" >/dev/null
    security list-keychains -d user -s "$keychain" login.keychain
    rm "$RUNNER_TEMP/certificate.p12"
    codesign --force --deep --options runtime --timestamp --entitlements ../../packaging/macos/entitlements.plist \
        --sign "$IDENTITY" Headscope.app
fi

rm -rf image "$image"
mkdir image
cp -R Headscope.app image/
ln -s /Applications image/Applications
hdiutil create -volname Headscope -srcfolder image -format UDZO "$image"

if [ -n "${CERTIFICATE:-}" ]; then
    codesign --timestamp --sign "$IDENTITY" "$image"
    xcrun notarytool submit "$image" --apple-id "$APPLE_ID" --team-id "$APPLE_TEAM" --password "$APPLE_PASSWORD" --wait
    xcrun stapler staple "$image"
fi
