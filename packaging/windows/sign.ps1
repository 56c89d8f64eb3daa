# Signs the files that are named, with the certificate of the environment: CERTIFICATE is a .pfx in base64.
$ErrorActionPreference = "Stop"
$place = Join-Path $env:RUNNER_TEMP "certificate.pfx"
[IO.File]::WriteAllBytes($place, [Convert]::FromBase64String($env:CERTIFICATE))
$tool = Get-ChildItem "${env:ProgramFiles(x86)}\Windows Kits\10\bin\*\x64\signtool.exe" | Select-Object -Last 1
& $tool.FullName sign /fd sha256 /tr http://timestamp.digicert.com /td sha256 /f $place /p $env:PASSWORD $args
$code = $LASTEXITCODE
Remove-Item $place
exit $code
